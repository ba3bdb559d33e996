// What the type checker refuses before it looks at data races. Lines that end in `// error` must
// not compile; all others must.

import PersistentObjects

@Persistent final class Note {
  var text: String
}

@Persistent final class Draft {
  var text: String
  @Column(.version) var version: Int

  init(text: String) { self.text = text }

  init(version: Int) {
    text = ""
    self.version = version  // error
  }
}

func sendable<T: Sendable>(_ value: T) {}

func objectsAndSessionsAreNotSendable(_ store: Store, _ session: Session, _ note: Note) {
  sendable(note)  // error
  sendable(session)  // error
  sendable(store)
  sendable(note.snapshot)
  sendable(note.key)
}

func capturesAnObjectInAStoresTransaction(_ store: Store, _ note: Note) async throws {
  try await store.transaction { session in
    try session.save(note)  // error
  }
}

func putsAnObjectIntoAVariable(_ store: Store) throws {
  var kept: Note?
  try store.blocking.session { session in
    kept = try Note.findAll(in: session)[0]  // error
  }
  if let kept { print(kept) }
}

func runsATransactionOnTheMainActor(_ store: Store) async throws {
  try await store.transaction { @MainActor session in  // error
    try session.save()
  }
}

func suspendsInATransactionOfASession(_ session: Session) async throws {
  try session.transaction {  // error
    await Task.yield()
  }
}

func usesTheShortFormsOfAClassOffTheMainActor() throws {
  _ = try Note.findAll()  // error
  _ = try Note.findByText("x")  // error
}

@MainActor func usesTheShortFormsOnTheMainActor() throws {
  _ = try Note.findAll()
  _ = try Note.findByText("x")
  try Note(text: "x").save()
}

func comparesAPropertyWithAnotherType(_ session: Session) throws {
  _ = try Note.find(in: session) { $0.text == 1 }  // error
  _ = try Note.findByText(1, in: session)  // error
  _ = try Note.find(in: session) { $0.text == "1" }
}

func setsAVersion(_ draft: Draft, _ session: Session) throws {
  draft.version = 7  // error
  draft.version += 1  // error
  print(draft.version, draft[keyPath: \.version])
  _ = try Draft.find(in: session) { $0.version > 1 }
}
