import Foundation
import PersistentObjects
import TestSupport

/// A class with a property of each kind that SQL can compute with.
@Persistent final class Ware {
  var count: Int
  var stock: Int?
  var weight: Double
  var length: Double?
  var price: Decimal
  var rebate: Decimal?
  var name: String
  var note: String?
  var made: Date
  var sold: Date?
  var isActive: Bool
  var maker: Maker?
  var former: Ware?
  var sizes: [Int] = []
  var words: Set<String> = []
  @Transient var life = Lifetime()
}

@Persistent final class Maker {
  var name: String
  var size: Int
  var city: String?
  @Inverse(\Ware.maker) var wares: [Ware] = []
  @Transient var life = Lifetime()
}

/// The columns, references and collections from which expressions are made, wherever a query has
/// them: those of an object, of an element of a collection, and of the values that an update
/// assigns.
struct WareColumns {
  let count: QueryExpression<Int>
  let stock: QueryExpression<Int?>
  let weight: QueryExpression<Double>
  let length: QueryExpression<Double?>
  let price: QueryExpression<Decimal>
  let rebate: QueryExpression<Decimal?>
  let name: QueryExpression<String>
  let note: QueryExpression<String?>
  let made: QueryExpression<Date>
  let sold: QueryExpression<Date?>
  let isActive: QueryExpression<Bool>
  let maker: QueryExpression<Maker?>
  let former: QueryExpression<Ware?>
  let sizes: QueryExpression<[Int]>
  let words: QueryExpression<Set<String>>

  init(_ columns: Columns<Ware>) {
    (count, stock, weight, length) = (columns.count, columns.stock, columns.weight, columns.length)
    (price, rebate, name, note) = (columns.price, columns.rebate, columns.name, columns.note)
    (made, sold, isActive) = (columns.made, columns.sold, columns.isActive)
    (maker, former) = (columns.maker, columns.former)
    (sizes, words) = (columns.sizes, columns.words)
  }

  init(_ columns: QueryExpression<Ware>) {
    (count, stock, weight, length) = (columns.count, columns.stock, columns.weight, columns.length)
    (price, rebate, name, note) = (columns.price, columns.rebate, columns.name, columns.note)
    (made, sold, isActive) = (columns.made, columns.sold, columns.isActive)
    (maker, former) = (columns.maker, columns.former)
    (sizes, words) = (columns.sizes, columns.words)
  }

  init(_ columns: ColumnChanges<Ware>) {
    (count, stock, weight, length) = (columns.count, columns.stock, columns.weight, columns.length)
    (price, rebate, name, note) = (columns.price, columns.rebate, columns.name, columns.note)
    (made, sold, isActive) = (columns.made, columns.sold, columns.isActive)
    (maker, former) = (columns.maker, columns.former)
    (sizes, words) = (columns.sizes, columns.words)
  }
}
