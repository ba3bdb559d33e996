/// The primary key of a row, with the table of its class. It represents an object of any class
/// outside its session. It does not contain the name of the Swift class.
///
/// ```swift
/// let key = remark.about?.anyKey  // of the table person, with the pk 1
/// let object = try key.flatMap { try session.find($0) }
/// // SELECT pk, first_name, last_name FROM person WHERE pk = ?1
/// ```
public struct AnyKey: Hashable, Sendable, Codable {
  /// The table of the object's class.
  public let table: String
  /// The primary key.
  public let pk: Int64

  /// Creates the key of the row of a table with a primary key.
  public init(table: String, pk: Int64) {
    self.table = table
    self.pk = pk
  }

  /// Creates the key of the row that a ``Key`` identifies. The key of an abstract class does not
  /// say which table its row is in, so the result finds nothing; use the object's
  /// ``PersistentObject/anyKey`` instead.
  public init<Object>(_ key: Key<Object>) {
    self.init(table: Object._entity.table, pk: key.pk)
  }
}

extension PersistentObject {
  /// The key that finds this object in any session without its class; nil while the object has no
  /// primary key.
  public var anyKey: AnyKey? { pk.map { AnyKey(table: type(of: self)._entity.table, pk: $0) } }
}
