/// The primary key of a row, with the table of its class: what stands for an object of any class
/// outside of its session. The name of a Swift class is not in it.
public struct AnyKey: Hashable, Sendable, Codable {
  /// The table of the object's class.
  public let table: String
  /// The primary key.
  public let pk: Int64

  /// Names the row of a table with a primary key.
  public init(table: String, pk: Int64) {
    self.table = table
    self.pk = pk
  }

  /// Names the row that another key stands for. The key of an abstract class does not tell in which
  /// table that lies, so nothing is found by it; take the object's ``PersistentObject/anyKey``.
  public init<Object>(_ key: Key<Object>) {
    self.init(table: Object._entity.table, pk: key.pk)
  }
}

extension PersistentObject {
  /// The key under which this object can be found in any session without knowing its class, or nil
  /// while it has none.
  public var anyKey: AnyKey? { pk.map { AnyKey(table: type(of: self)._entity.table, pk: $0) } }
}
