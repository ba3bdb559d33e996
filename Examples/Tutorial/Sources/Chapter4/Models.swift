import Foundation
import PersistentObjects

@Persistent final class Author {
  var name: String
  var born: CalendarDay?
  @Inverse(\Book.author) var books: [Book] = []  // not stored: the other side of Book.author
}

@Persistent final class Book {
  var title: String
  var isbn: String
  var price: Decimal
  var published: CalendarDay?
  var stock: Int?  // nil: not counted yet
  var genres: Set<String> = []  // a table of its own, book_genres
  var author: Author?  // a column with the author's key
}
