public import PersistentObjects

/// A property's value, read without its type: the stored form of its codec, in a readable form.
public indirect enum InspectedValue: Hashable, Sendable {
  /// The value nil.
  case null
  /// A truth value.
  case bool(Bool)
  /// A 64-bit integer.
  case integer(Int64)
  /// Any other exact number, as decimal digits.
  case number(String)
  /// A double.
  case real(Double)
  /// A text.
  case text(String)
  /// A moment, a day or a duration, as people write it. Moments are in UTC.
  case time(String)
  /// Bytes.
  case bytes([UInt8])
  /// An object of a class, identified by its key.
  case reference(ObjectKey)
  /// The elements of an array or a set.
  case list([InspectedValue])
  /// The entries of a dictionary, in the order of the stored forms of their keys.
  case entries([Entry])
  /// An archived value that is not a collection, with its class, if that is known, and its fields.
  case object(className: String?, fields: [Field])
  /// A value of an unknown codec, in its stored form.
  case unread(codec: String, StoredValue)

  /// An entry of a dictionary.
  public struct Entry: Hashable, Sendable {
    /// The key.
    public let key: InspectedValue
    /// The value.
    public let value: InspectedValue

    /// Creates an entry of a key and a value.
    public init(key: InspectedValue, value: InspectedValue) {
      self.key = key
      self.value = value
    }
  }

  /// A field of an archived value.
  public struct Field: Hashable, Sendable {
    /// The field's name.
    public let name: String
    /// The field's value.
    public let value: InspectedValue

    /// Creates a field with a name and a value.
    public init(name: String, value: InspectedValue) {
      self.name = name
      self.value = value
    }
  }
}

/// The identity of an object's row: the table of its class, and its primary key.
public struct ObjectKey: Hashable, Sendable {
  /// The table.
  public let table: String
  /// The primary key.
  public let pk: Int64

  /// Creates the identity of a row.
  public init(table: String, pk: Int64) {
    self.table = table
    self.pk = pk
  }
}

extension InspectedValue: CustomStringConvertible {
  /// The value on one line, with texts in quotes, and bytes shown by their number.
  public var description: String {
    switch self {
    case .null: "nil"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let digits): digits
    case .real(let value): "\(value)"
    case .text(let text): "\"\(text)\""
    case .time(let text): text
    case .bytes(let bytes): "\(bytes.count) bytes"
    case .reference(let key): "\(key.table)#\(key.pk)"
    case .list(let values): "[\(values.map(\.description).joined(separator: ", "))]"
    case .entries(let entries):
      "[\(entries.map { "\($0.key): \($0.value)" }.joined(separator: ", "))]"
    case .object(let name, let fields):
      "\(name ?? "")(\(fields.map { "\($0.name): \($0.value)" }.joined(separator: ", ")))"
    case .unread(let codec, let stored): "\(codec) \(InspectedValue(stored))"
    }
  }

  /// Creates a value from a stored value, unchanged.
  public init(_ stored: StoredValue) {
    self =
      switch stored {
      case .null: .null
      case .integer(let value): .integer(value)
      case .real(let value): .real(value)
      case .text(let text): .text(text)
      case .bytes(let bytes): .bytes(bytes)
      }
  }
}
