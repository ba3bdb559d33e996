import Foundation
import PersistentObjects

extension Scene {
  static let saving = [
    Scene(name: "insert", prepare: fill, hold: findAll) { bench in
      let shelf = bench.all(Shelf.self)[0]
      let books = quietly { (20..<30).map { Book(number: $0, shelf: shelf, author: nil) } }
      bench.held += books as [any Portrayed]
      try await bench.step("insert many") { try bench.session.save(contentsOf: books) }
      let book = quietly { Book(number: 31, shelf: shelf, author: Author(name: "Eve")) }
      bench.held.append(book)
      try await bench.step("insert one") { try bench.session.save(book) }
    },
    Scene(name: "update", prepare: fill, hold: findAll) { bench in
      let books = bench.all(Book.self)
      quietly { books[0].pages += 1 }
      try await bench.step("update one") { try bench.session.save(books[0]) }
      quietly { for book in books { book.pages += 10 } }
      try await bench.step("update all") { try bench.session.save() }
      quietly {
        for book in books.prefix(4) {
          book.chapters.append("one more")
          book.notes["first"] = "changed"
          book.tags = ["new"]
          book.related.append(books[0])
        }
        books[1].cover = Data(repeating: 7, count: 5000)
        books[2].shelf = nil
      }
      try await bench.step("update collections") { try bench.session.save() }
    },
    Scene(name: "transaction", prepare: fill, hold: findAll) { bench in
      let books = bench.all(Book.self)
      try await bench.step("transaction") {
        try bench.session.transaction {
          books[0].title = "another title"
          try bench.session.save()
          try inSavepointThatFails(bench, books)
          for book in books {
            book.cover = Data(repeating: 9, count: 4000)
            book.chapters.append("end")
          }
          try bench.session.save()
          try bench.session.delete(books[11])
        }
      }
    },
  ]

  /// A transaction that continues after part of it has failed: either it fails as a whole, or
  /// everything except that part is in the file.
  static let goingOn = Scene(name: "go on", prepare: fill, hold: findAll) { bench in
    let books = bench.all(Book.self)
    try await bench.step("go on") {
      var failure: (any Error)?
      try bench.session.transaction {
        books[1].pages += 1
        try bench.session.save()
        do {
          try bench.session.transaction {
            for book in books { book.cover = Data(repeating: 5, count: 2000) }
            try bench.session.save()
          }
        } catch { failure = error }
        books[2].pages += 1
        try bench.session.save()
      }
      if let failure { try quietly { try takeBack(bench, books, failure) } }
    }
  }

  /// Restores the file, so that the failure can be checked like any other.
  private static func takeBack(_ bench: Bench, _ books: [Book], _ failure: any Error) throws {
    let other = Session(store: bench.store)
    let pages = try Book.query.value(.sum(\.pages), in: other)
    let covered = try other.rows("SELECT count(*) FROM book WHERE length(cover) = 2000")
    if pages != 12 * 100 + 66 + 2 || covered != [[.integer(0)]] {
      throw Complaint("the transaction went on with \(pages) pages and \(covered) covers")
    }
    try bench.session.transaction {
      for book in books[1...2] { book.pages -= 1 }
      try bench.session.save()
    }
    throw failure
  }

  private static func inSavepointThatFails(_ bench: Bench, _ books: [Book]) throws {
    struct Undone: Error {}
    do {
      try bench.session.transaction {
        for book in books { book.pages = 0 }
        books[3].tags = []
        try bench.session.save()
        throw Undone()
      }
    } catch is Undone {}
  }

  static let deleting = Scene(name: "delete", prepare: fill, hold: findAll) { bench in
    let (shelves, books) = (bench.all(Shelf.self), bench.all(Book.self))
    try await bench.step("delete one") { try bench.session.delete(books[1]) }
    bench.held.removeAll { $0 === books[1] }
    try await bench.step("delete a shelf with its books") { try bench.session.delete(shelves[0]) }
    bench.held = bench.held.filter { $0.state == .clean }
    try await bench.step("delete by query") {
      _ = try Author.where { $0.name == "Ann" }.delete(in: bench.session)
    }
  }
}
