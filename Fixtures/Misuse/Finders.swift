// What generated finders find belongs to the session that was asked, or to the main actor. A line that
// ends in "// error" must not compile; all others must.

import PersistentObjects

@Persistent final class Book {
  var title: String
  var pages: Int = 0
  var sequel: Book?
}

@Persistent class Vehicle {
  var name: String
}

@Persistent final class Boat: Vehicle {
  var length: Double
  init(length: Double) {
    self.length = length
    super.init(name: "")
  }
}

extension Book {
  static func findByPages(_ pages: Range<Int>, in session: Session) throws -> [Book] {
    try find(in: session) { $0.pages >= pages.lowerBound && $0.pages < pages.upperBound }
  }
}

// MARK: On the main actor

@MainActor func findsWithoutASession(_ titles: [String]) throws {
  let found = try Book.findByTitle("title") + Book.findByTitle(matching: "t%")
  let first: Book? = try Book.findFirstByTitle("title")
  found[0].sequel = first
  print(try Book.countBySequel(nil), try titles.flatMap { try Book.findByTitle($0) })
  let boat: Boat? = try Boat.findFirstByName("boat")
  boat?.length = try Double(Boat.countByName("boat") + Boat.findByName("boat").count)
}

@MainActor func sendsWhatWasFound() throws {
  let book = try Book.findByTitle("title")[0]
  Task.detached { book.title += "?" }  // error
}

@MainActor func sendsTheFirst() throws {
  let boat = try Boat.findFirstByName("boat")
  Task.detached { boat?.length += 1 }  // error
}

// MARK: Elsewhere

func findsInASession(_ store: Store) throws -> Int {
  try store.blocking.session { session in
    let found = try Book.findByTitle("title", in: session) + Book.findByPages(1..<9, in: session)
    let boat: Boat? = try Boat.findFirstByName("boat", in: session)
    return try found.count + Book.countByPages(7, in: session) + (boat == nil ? 0 : 1)
  }
}

func findsInASessionAndSends(_ session: sending Session) throws {
  let book = try Book.findByTitle("title", in: session)[0]
  Task.detached { book.title += "?" }
}

func findsInASessionThatWasSent(_ session: sending Session) throws {
  let book = try Book.findByTitle("title", in: session)[0]
  Task.detached { book.title += "?" }  // error
  print(try Book.countByPages(7, in: session))
}

func asksTheMainActor() async throws -> Int {
  try await MainActor.run { try Book.countByPages(7) }
}

func takesObjectsOfTheMainActor() async throws {
  _ = try await Book.findByPages(7)  // error
}

actor Shelf {
  let session: Session
  var books: [Book] = []

  init(_ store: Store) { session = Session(store: store) }

  func fill() throws { books = try Book.findByPages(7, in: session) }
}
