// Objects of a lent session that are given to actors by other names than `self`. A line that ends in
// "// error" must not compile; all others must.

import PersistentObjects

@Persistent final class Book {
  var title: String
  var pages: Int = 0
}

@MainActor var last: Book?

@MainActor func remember(_ book: Book) { last = book }

@MainActor final class Window {
  var shown: Book?

  func show(_ book: Book) { shown = book }
  func pages() -> Int { 7 }

  func showsAnObject(_ store: Store) async throws {
    try await store.transaction { session in
      let book = try Book.findAll(in: session)[0]
      await self.show(book)  // error
      book.pages += 1
    }
  }

  func asksForAValue(_ store: Store) async throws {
    try await store.transaction { session in
      try Book.findAll(in: session)[0].pages = await self.pages()
    }
  }
}

actor Shelf {
  var kept: Book?

  func keep(_ book: Book) { kept = book }

  func givesAnObjectByAnotherName(_ store: Store) async throws {
    let me = self
    try await store.transaction { session in
      let book = try Book.findAll(in: session)[0]
      await me.keep(book)  // error
      book.pages += 1
    }
  }

  nonisolated func givesAnObject(_ store: Store) async throws {
    try await store.transaction { session in
      let book = try Book.findAll(in: session)[0]
      await self.keep(book)  // error
      book.pages += 1
    }
  }
}

func givesObjectsAway(_ store: Store, _ shelf: Shelf) async throws {
  try await store.transaction { session in
    let book = try Book.findAll(in: session)[0]
    await shelf.keep(book)  // error
    book.pages += 1
  }
  try await store.transaction { session in
    let book = try Book.findAll(in: session)[0]
    await remember(book)  // error
    book.pages += 1
  }
  try await store.transaction { session in
    let book = try Book.findAll(in: session)[0]
    await MainActor.run { last = book }  // error
    book.pages += 1
  }
  try await store.transaction { session in
    let book = try Book.findAll(in: session)[0]
    Task { book.pages += 1 }  // error
    book.pages += 1
  }
}

func passesTheSessionToAFunctionElsewhere(_ store: Store) async throws {
  try await store.transaction { session in
    try await add(to: session)  // error
    try session.save()
  }
}

@concurrent func add(to session: Session) async throws { try session.insert(Book(title: "new")) }
