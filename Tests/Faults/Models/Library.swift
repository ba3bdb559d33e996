import Foundation
import PersistentObjects

// The objects of the scenes: books on shelves, by authors, with collections of each kind.

@Persistent final class Author {
  @Column(unique: true) var name: String
}

@Persistent final class Shelf {
  var name: String
  var room: Int = 0
  @Inverse(\Book.shelf) var books: [Book] = []
}

@Persistent final class Book {
  var title: String
  @Column(onDelete: .cascade) var shelf: Shelf?
  var author: Author?
  var pages: Int = 0
  var cover: Data?
  var chapters: [String] = []
  var notes: [String: String] = [:]
  var tags: Set<String> = []
  var related: [Book] = []
  static let indices: [Index<Book>] = [[\.title]]
}

extension Book {
  /// Makes a book whose values follow from its number. The covers of some books fill several pages.
  convenience init(number: Int, shelf: Shelf?, author: Author?) {
    self.init(title: "book \(number)", shelf: shelf, author: author, pages: 100 + number)
    cover = Data(repeating: UInt8(number & 0xff), count: number % 5 == 0 ? 3000 : 30)
    chapters = (0..<(number % 4)).map { "chapter \($0) of \(number)" }
    notes = ["first": "note \(number)", "second": "more of \(number)"]
    tags = ["tag \(number % 3)", "tag \(number % 7 + 3)"]
  }
}
