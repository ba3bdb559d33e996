/// An entry of an archive, seen as a value of a property list.
enum ArchivedValue {
  case null
  case bool(Bool)
  case integer(Int64)
  /// A number above `Int64.max`.
  case unsigned(UInt64)
  case float(Float)
  case real(Double)
  case text(PropertyListNode)
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  /// Data, by its place in the archive.
  case data(Range<Int>)
  case array(PropertyListReferences)
  case dictionary(keys: PropertyListReferences, values: PropertyListReferences)

  /// The name of the kind in errors.
  var kind: String {
    switch self {
    case .null: "nil"
    case .bool: "a bool"
    case .integer, .unsigned: "an integer"
    case .float, .real: "a real number"
    case .text: "a string"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    }
  }
}

extension KeyedArchiveReader {
  /// Returns the value of an entry.
  func value(_ uid: Int) throws(KeyedArchiveError) -> ArchivedValue {
    switch try entry(uid) {
    case .scalar(let node): return try scalar(node)
    case .object(let name, let fields): return try value(ofClass: name, fields)
    }
  }

  /// Returns the number of bytes of a text, in UTF-8, or of data; 0 for other values.
  func length(of value: ArchivedValue) -> Int {
    switch value {
    case .text(let node): propertyList.utf8Count(of: node)
    case .data(let range): range.count
    default: 0
    }
  }

  private func scalar(_ node: PropertyListNode) throws(KeyedArchiveError) -> ArchivedValue {
    switch node {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .unsigned(let value): return .unsigned(value)
    case .float(let value): return .float(value)
    case .real(let value): return .real(value)
    case .date(let value): return .date(value)
    case .data(let range): return .data(range)
    case .ascii, .utf16:
      return try propertyList.isText(node, equalTo: "$null") ? .null : .text(node)
    case .uid, .array, .set, .dictionary:
      throw .damaged("an entry of $objects is not of a valid kind")
    }
  }

  private func value(
    ofClass name: String, _ fields: KeyedArchiveFields
  ) throws(KeyedArchiveError) -> ArchivedValue {
    switch name {
    case "NSDictionary", "NSMutableDictionary": return try dictionary(fields)
    case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet":
      return .array(try uids("NS.objects", in: fields) ?? .empty)
    case "NSString": return try scalar(try required("NS.string", in: fields))
    // The text "$null" is a string here, and nil in an NSString: see `KeyedArchiveWriter`.
    case "NSMutableString": return .text(try required("NS.string", in: fields))
    case "NSData", "NSMutableData": return try scalar(try required("NS.data", in: fields))
    case "NSDate": return try date(fields)
    case "NSNull": return .null
    default:
      throw KeyedArchiveError(
        .unexpectedClass, "the archive has an object of class \(name) where a value is expected")
    }
  }

  private func dictionary(
    _ fields: KeyedArchiveFields
  ) throws(KeyedArchiveError) -> ArchivedValue {
    let keys = try uids("NS.keys", in: fields) ?? .empty
    let values = try uids("NS.objects", in: fields) ?? .empty
    guard keys.count == values.count else {
      throw .damaged("a dictionary does not have as many values as keys")
    }
    return .dictionary(keys: keys, values: values)
  }

  private func date(_ fields: KeyedArchiveFields) throws(KeyedArchiveError) -> ArchivedValue {
    guard case .real(let time) = try required("NS.time", in: fields) else {
      throw .damaged("a date has no time")
    }
    return .date(time)
  }

  func required(
    _ name: String, in fields: KeyedArchiveFields
  ) throws(KeyedArchiveError) -> PropertyListNode {
    guard let node = try node(name, in: fields) else { throw .damaged("\(name) is missing") }
    return node
  }
}

extension PropertyListReferences {
  static let empty = PropertyListReferences(start: 0, count: 0)
}
