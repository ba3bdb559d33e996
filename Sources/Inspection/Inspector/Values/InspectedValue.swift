public import PersistentObjects

/// A property's value, read without its type: the stored form of its codec, in a readable form.
///
/// ```swift
/// switch person["home"] {
/// case .reference(let key): print(key.table, key.pk)
/// case .text(let text): print(text)
/// case let value: print(value ?? .null)
/// }
/// ```
public indirect enum InspectedValue: Sendable {
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
  ///
  /// See ``InspectedValue``.
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
  ///
  /// See ``InspectedValue``.
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

/// Values are equal if they are stored alike: −0 differs from 0, and texts compare by their
/// scalars, not by canonical equivalence.
extension InspectedValue: Hashable {
  /// Whether both values are alike, bit for bit.
  public static func == (left: InspectedValue, right: InspectedValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    case (.text(let a), .text(let b)), (.number(let a), .number(let b)),
      (.time(let a), .time(let b)):
      a.utf8.elementsEqual(b.utf8)
    case (.bytes(let a), .bytes(let b)): a == b
    case (.reference(let a), .reference(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.entries(let a), .entries(let b)): a == b
    case (.object(let a, let fields), .object(let b, let others)): a == b && fields == others
    case (.unread(let a, let stored), .unread(let b, let other)): a == b && stored == other
    default: false
    }
  }

  /// Feeds the value to the hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .bytes(let bytes): hasher.combine(bytes)
    case .list(let values): hasher.combine(values)
    case .entries(let entries): hasher.combine(entries)
    default: hasher.combine(description)
    }
  }
}

/// The identity of an object's row: the table of its class, and its primary key.
///
/// ```swift
/// let person = try file.object(ObjectKey(table: "person", pk: 7))
/// ```
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

  /// The text, if the value is one.
  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The value as it is stored; nil unless it is null, an integer, a double, a text or bytes.
  package var stored: StoredValue? {
    switch self {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let text): .text(text)
    case .bytes(let bytes): .bytes(bytes)
    default: nil
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
