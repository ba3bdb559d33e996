import Foundation
import PersistentObjects

@Persistent final class Book {
  var title: String
  var isbn: String
  var price: Decimal
  var published: CalendarDay?
  var stock: Int?  // nil: not counted yet
}
