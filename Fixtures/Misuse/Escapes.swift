// Objects and sessions that leave where they belong. A line that ends in "// error" must
// not compile; all others must.

import PersistentObjects

@Persistent final class Book {
  var title: String
  var sequel: Book?
}

func use(_ book: Book) {}

// MARK: Out of a lent session

func returnsValues(_ store: Store) throws {
  let count = try store.blocking.session { session in try Book.count(in: session) }
  let key = try store.blocking.transaction { session in
    let book = Book(title: "\(count)")
    try session.save(book)
    return book.key
  }
  print(key as Any)
}

func returnsSnapshotsAsynchronously(_ store: Store) async throws {
  let titles = try await store.session { session in try Book.findAll(in: session).map(\.title) }
  let snapshots = try await store.transaction { session in
    let books = try Book.findAll(in: session)
    for book in books { book.title += titles[0] }
    try session.save()
    return books.map(\.snapshot)
  }
  print(snapshots)
}

// MARK: To another task

@MainActor func sendsAnObjectOfTheMainActor() async throws {
  let book = try Book.findAll()[0]
  await Task.detached {  // error
    use(book)
  }.value
  use(book)
}

@MainActor func sendsAKeyOfTheMainActor(_ store: Store) async throws {
  let book = try Book.findAll()[0]
  let key = book.key
  let snapshot = book.snapshot
  try await Task.detached {
    try await store.session { session in
      if let key, let same = try session.find(key) { use(same) }
      print(snapshot.title)
    }
  }.value
  use(book)
}

func sharesASessionAmongTasks(_ store: Store) async throws {
  let session = Session(store: store)
  async let first = Book.count(in: session)  // error
  async let second = Book.count(in: session)
  _ = try await (first, second)
}

func usesASessionInAChildTask(_ store: Store) async throws {
  try await store.session { session in
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {  // error
        _ = try Book.count(in: session)
      }
      try await group.waitForAll()
    }
  }
}

func usesASessionOfItsOwnInAChildTask(_ store: Store) async throws {
  try await store.session { session in
    let count = try Book.count(in: session)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<count {
        group.addTask { try await store.session { child in try Book.count(in: child) } }
      }
      try await group.waitForAll()
    }
  }
}

actor Shelf {
  let session: Session
  var books: [Book] = []

  init(_ store: Store) { session = Session(store: store) }

  func add(_ title: String) throws {
    let book = Book(title: title)
    try session.save(book)
    books.append(book)
  }

  func firstTitle() -> String? { books.first?.title }

  func first() -> Book? { books.first }
}

func takesAnObjectOutOfAnActor(_ shelf: Shelf) async throws {
  try await shelf.add("title")
  if let book = await shelf.first() {  // error
    use(book)
  }
}

func asksAnActorForAValue(_ shelf: Shelf) async throws {
  print(await shelf.firstTitle() as Any)
}

// MARK: Into two isolations

actor Press {
  func keepsWhatASessionHas(_ session: Session) throws {
    let book = Book(title: "new")
    try session.save(book)
    Task.detached {  // error
      book.title += "?"
    }
  }
}

@MainActor func savesAndSendsAnObject() throws {
  let book = Book(title: "new")
  try book.save()
  Task.detached { book.title += "?" }  // error
}
