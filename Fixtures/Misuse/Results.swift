// Objects and sessions that leave a lent session as its result. A line that ends in "// error" must not
// compile; all others must.

import PersistentObjects

@Persistent final class Book {
  var title: String
  var pages: Int = 0
  var sequel: Book?
}

struct Pair<A, B> {
  var a: A
  var b: B
}

func returnsObjects(_ store: Store) async throws {
  _ = try await store.session { s in try Book.findAll(in: s).first { $0.pages > 0 } }  // error
  _ = try await store.session { s in try Book.findAll(in: s).min { $0.pages < $1.pages } }  // error
  _ = try await store.session { s in try Book.findAll(in: s)[...] }  // error
  _ = try await store.session { s in try Book.findAll(in: s) as Any }  // error
  _ = try await store.session { s in try Book.findFirst("WHERE pk = 1", in: s).map { $0 } }  // error
  _ = try await store.session { s in try Book.findAll(in: s).lazy.map { $0.sequel } }  // error
  _ = try await store.session { $0 }  // error
  _ = try await store.session { s in try Book.findAll(in: s).map { ($0, 1) } }  // error
  _ = try await store.session { s in try Dictionary(grouping: Book.findAll(in: s), by: \.title) }  // error
  _ = try await store.session { s in try Pair(a: Book.findAll(in: s).first, b: 1) }  // error
  _ = try await store.session { s in Result { try Book.findAll(in: s) } }  // error
  _ = try await store.session { s in { try Book.count(in: s) } }  // error
  _ = try await store.transaction { s in try Book.findAll(in: s).randomElement() }  // error
  _ = try await store.transaction { s in try Book.query.stream(in: s) }  // error
  _ = try await store.transaction { s in  // error
    await Task.yield()
    return try Book.findAll(in: s).max { $0.pages < $1.pages }
  }
  _ = try await store.transaction { s in  // error
    let book = Book(title: "new")
    try s.save(book)
    return book
  }
}

func returnsObjectsOfABlockingCall(_ store: Store) throws {
  _ = try store.blocking.session { s in try Book.findAll(in: s).first { $0.pages > 0 } }  // error
  _ = try store.blocking.transaction { s in try Book.findAll(in: s)[0] }  // error
  _ = try store.blocking.session { $0 }  // error
  _ = try store.blocking.transaction { s in try Book.findAll(in: s)[...] }  // error
}

func returnsObjectsOfADirectory(_ stores: StoreDirectory) async throws {
  _ = try await stores.session("a") { s in try Book.findAll(in: s).first { $0.pages > 0 } }  // error
  _ = try await stores.transaction("a") { s in try Book.findAll(in: s)[...] }  // error
  _ = try await stores.withStore("a") { store in Session(store: store) }  // error
}

func returnsValues(_ store: Store) async throws {
  let keys = try await store.session { s in try Book.findAll(in: s).map(\.key) }
  let pages = try await store.session { s in try Book.findAll(in: s).lazy.map(\.pages) }
  let snapshots = try await store.session { s in try Book.findAll(in: s).lazy.map(\.snapshot).reversed() }
  let rows = try await store.session { s in
    try Book.query.select { ($0.title, $0.pages) }.find(in: s)
  }
  let longest = try await store.transaction { s in
    try Book.findAll(in: s).max { $0.pages < $1.pages }?.title
  }
  try await store.transaction { try $0.insert(Book(title: "new")) }
  print(keys, pages, snapshots.count, rows, longest as Any)
}
