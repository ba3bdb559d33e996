import PersistentObjects

extension Scene {
  /// The scenes that make a file with tables, and open an existing file.
  static let opening = [
    Scene(name: "create") { bench in
      try await bench.step("open") { _ = try bench.session.rows("SELECT 1") }
      try await bench.step("make tables", isOneTransaction: false) {
        _ = try Book.count(in: bench.session)
      }
      let book = quietly { Book(number: 3, shelf: Shelf(name: "A"), author: Author(name: "Ann")) }
      bench.held = [book]
      try await bench.step("save the first") { try bench.session.save(book) }
    },
    Scene(name: "open", prepare: fill) { bench in
      try await bench.step("count") { _ = try Book.count(in: bench.session) }
      try await bench.step("save one") {
        try bench.session.save(Author(name: "Zoe"))
      }
    },
  ]

  /// Two shelves with twelve books by two authors.
  static let fill: @Sendable (Bench) async throws -> Void = { bench in
    let shelves = [Shelf(name: "A"), Shelf(name: "B")]
    let authors = [Author(name: "Ann"), Author(name: "Bob")]
    let books = (0..<12).map {
      Book(number: $0, shelf: shelves[$0 % 2], author: authors[$0 / 2 % 2])
    }
    for (book, other) in zip(books, books.dropFirst()) { book.related = [other] }
    try bench.session.save(contentsOf: books)
  }

  /// Finds all objects, with everything that belongs to them.
  static let findAll: @Sendable (Bench) async throws -> Void = { bench in
    let shelves = try Shelf.findAll(in: bench.session)
    let books = try Book.findAll(in: bench.session)
    bench.held = shelves + books as [any Portrayed]
    _ = bench.held.map(\.portrait)
  }
}

extension Bench {
  /// The objects of a class, in the order of their keys.
  func all<Object: Portrayed>(_ type: Object.Type) -> [Object] {
    held.compactMap { $0 as? Object }.sorted { ($0.pk ?? 0) < ($1.pk ?? 0) }
  }
}
