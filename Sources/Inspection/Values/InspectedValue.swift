public import PersistentObjects

/// A property's value, read without its type: the stored form of its codec, presented for people.
public indirect enum InspectedValue: Hashable, Sendable {
  /// Always nil.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number of 64 bits.
  case integer(Int64)
  /// Any other exact number, in decimal digits.
  case number(String)
  /// A double.
  case real(Double)
  /// A text.
  case text(String)
  /// A moment, a day or a duration, as people write it; moments are in UTC.
  case time(String)
  /// Bytes.
  case bytes([UInt8])
  /// An object of a class, by its key.
  case reference(ObjectKey)
  /// Elements of an array or a set.
  case list([InspectedValue])
  /// Entries of a dictionary, in the order of their keys' stored forms.
  case entries([Entry])
  /// A value of an archive that is not a collection: its class, if it is known, and its fields.
  case object(className: String?, fields: [Field])
  /// The stored form of an unknown codec.
  case unread(codec: String, StoredValue)

  /// An entry of a dictionary.
  public struct Entry: Hashable, Sendable {
    /// The key.
    public let key: InspectedValue
    /// The value.
    public let value: InspectedValue

    /// Pairs a key with a value.
    public init(key: InspectedValue, value: InspectedValue) {
      self.key = key
      self.value = value
    }
  }

  /// A field of an archived value.
  public struct Field: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// Its value.
    public let value: InspectedValue

    /// Names a value.
    public init(name: String, value: InspectedValue) {
      self.name = name
      self.value = value
    }
  }
}

/// The row of an object: the table of its class, and its primary key.
public struct ObjectKey: Hashable, Sendable {
  /// The table.
  public let table: String
  /// The primary key.
  public let pk: Int64

  /// Names a row.
  public init(table: String, pk: Int64) {
    self.table = table
    self.pk = pk
  }
}

extension InspectedValue: CustomStringConvertible {
  /// The value in one line: texts in quotes, bytes by their number.
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

  /// A stored value, unchanged.
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
