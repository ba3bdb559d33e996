import PersistentObjects

extension Scene {
  /// Sessions that the store lends, on its own threads.
  static let lending = Scene(name: "lend", prepare: fill) { bench in
    let store = bench.store
    try await bench.step("transaction") {
      try await store.transaction { session in
        let books = try Book.findAll(in: session)
        for book in books { book.pages += 1 }
        books[0].chapters = ["only"]
        try session.save()
      }
    }
    try await bench.step("session") {
      let pages = try await store.session { session in
        var pages = 0
        for key in Int64(1)...12 { pages += try Book.findByPK(key, in: session)?.pages ?? 0 }
        try Book.query.forEach(in: session) { pages += $0.chapters.count }
        return pages
      }
      if pages != 12 * 101 + 66 + 19 { throw Complaint("\(pages) pages were read") }
    }
  }

  static let reading = Scene(name: "read", prepare: fill) { bench in
    try await bench.step("find") {
      let found = try Book.findByTitle("book 4", in: bench.session)
      if found.count != 1 { throw Complaint("\(found.count) books were found") }
    }
    try await bench.step("query") {
      let count = try Book.where { $0.shelf.name == "A" && $0.tags.contains { $0 == "tag 3" } }
        .count(in: bench.session)
      let sum = try Book.query.value(.sum(\.pages), in: bench.session)
      if count != 1 || sum != 12 * 100 + 66 { throw Complaint("\(count) books, \(sum) pages") }
    }
    try await bench.step("load") {
      let session = Session(store: bench.store)
      let portraits = try Book.findAll(in: session).map(\.portrait)
      // A getter cannot throw; its failure is thrown here.
      try session.save()
      if portraits.count != 12 { throw Complaint("\(portraits.count) books were read") }
    }
    try await bench.step("report") {
      _ = try await bench.store.schema(of: Book.self)
      let report = try await bench.store.checkIntegrity()
      if !report.isSound { throw Complaint("\(report)") }
    }
  }
}
