import Foundation
import PersistentObjects

@Persistent final class Author {
  var name: String
  var born: CalendarDay?
  @Inverse(\Book.author) var books: [Book] = []  // not stored: the other side of Book.author
}

@Persistent final class Book {
  var title: String
  @Column(unique: true) var isbn: String
  var price: Decimal
  var published: CalendarDay?
  @Column(renamedFrom: "stock") var copies: Int = 0  // was: var stock: Int?
  var language: String = "English"
  var genres: Set<String> = []  // a table of its own, book_genres
  var author: Author?  // a column with the author's key

  static let rules: [Rule<Book>] = [
    .notEmpty(\.title),
    .matches(\.isbn, /97[89][0-9]{10}/, "must be an ISBN of 13 digits"),
    .range(\.price, 0...),
    .range(\.copies, 0...),
  ]
}
