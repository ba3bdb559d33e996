// Sessions lent in the methods of actors. A line that ends in "// error" must not compile; all others
// must.

import PersistentObjects

@Persistent final class Book {
  var title: String
  var pages: Int = 0
}

actor Shelf {
  var kept: Book?
  let prefix = "a"
  private let store: Store

  init(_ store: Store) { self.store = store }

  func keep(_ book: Book) { kept = book }
  func pages() -> Int { 7 }

  func givesItselfAnObject() async throws {
    try await store.transaction { session in  // error
      let book = Book(title: "new")
      try session.save(book)
      await self.keep(book)
    }
  }

  func givesItselfAnObjectImplicitly() async throws {
    try await store.session { session in  // error
      await keep(try Book.findAll(in: session)[0])
    }
  }

  func givesItselfAnObjectInATask() async throws {
    try await Task {
      try await store.transaction { session in  // error
        await self.keep(try Book.findAll(in: session)[0])
      }
    }.value
  }

  func givesItselfAnObjectInAGroup() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await self.store.transaction { session in  // error
          await self.keep(try Book.findAll(in: session)[0])
        }
      }
      try await group.waitForAll()
    }
  }

  func givesItselfAnObjectByALocalFunction() async throws {
    try await store.transaction { session in  // error
      let book = try Book.findAll(in: session)[0]
      func give() async { await self.keep(book) }
      await give()
    }
  }

  func givesItselfAnObjectWeakly() async throws {
    try await store.transaction { [weak self] session in  // error
      await self?.keep(try Book.findAll(in: session)[0])
    }
  }

  func asksItself() async throws {
    try await store.transaction { session in  // error
      try Book.findAll(in: session)[0].pages = await self.pages()
    }
  }

  func usesItsConstants() async throws -> Int {
    try await store.transaction { session in
      try session.insert(Book(title: prefix))
      return try Book.count(in: session)
    }
  }

  func usesItsConstantsInADirectory(_ directory: StoreDirectory) async throws -> Int {
    try await directory.transaction("a") { try $0.insert(Book(title: prefix)) }
    return try await directory.session("a") { try Book.count(in: $0) + prefix.count }
  }

  func givesItselfAnObjectOfADirectory(_ directory: StoreDirectory) async throws {
    try await directory.session("a") { session in  // error
      await self.keep(try Book.findAll(in: session)[0])
    }
  }

  func asksItselfBefore() async throws {
    let pages = pages()
    try await store.transaction { session in
      try Book.findAll(in: session)[0].pages = pages
    }
  }
}

/// What a closure calls by another name than `self` is checked object by object.
actor Catalog {
  var kept: Book?

  func keep(_ book: Book) { kept = book }
  func pages() -> Int { 7 }

  func asksItselfByAnotherName(_ store: Store) async throws {
    let me = self
    try await store.transaction { session in
      try Book.findAll(in: session)[0].pages = await me.pages()
    }
  }

  func passesTheSessionOn(_ store: Store) async throws {
    try await store.transaction { session in
      await Task.yield()
      try await addPages(in: session)
    }
  }
}

nonisolated(nonsending) func addPages(in session: Session) async throws {
  for book in try Book.findAll(in: session) { book.pages += 1 }
}
