import PersistentObjectsInspection

/// The types with a standard codec, and the names from this package and other modules that
/// generated code uses.
enum StandardType {
  /// Returns whether a type can be stored without a declaration: a standard type, a range of one,
  /// or a measurement.
  static func isKnown(_ name: String) -> Bool {
    guard let (generic, parameter) = parts(ofGeneric: name) else { return types.contains(name) }
    if generic == "Measurement" {
      return parameter.hasPrefix("Unit") && SwiftName.isIdentifier(parameter)
    }
    return ranges.contains(generic) && types.contains(parameter) && !unordered.contains(parameter)
  }

  /// Returns the parts of a generic type: `Range` and `Int` for `Range<Int>`.
  static func parts(ofGeneric name: String) -> (name: String, parameter: String)? {
    guard name.hasSuffix(">"), let open = name.firstIndex(of: "<") else { return nil }
    return (String(name[..<open]), String(name[name.index(after: open)...].dropLast()))
  }

  /// Returns the module that declares a name.
  static func module(of name: String) -> String {
    if foundation.contains(name) || name.hasPrefix("Unit") { return "Foundation" }
    return swift.contains(name) || ranges.contains(name) ? "Swift" : "PersistentObjects"
  }

  /// The types without an order, of which there are no ranges.
  private static let unordered: Set = [
    "Bool", "Calendar", "Data", "DateComponents", "Locale", "NSData", "NSDate", "NSDecimalNumber",
    "NSMutableData", "NSMutableString", "NSNull", "NSNumber", "NSString", "NSURL", "NSUUID",
    "StoredValue", "TimeZone", "URL",
  ]

  private static let ranges: Set = [
    "ClosedRange", "PartialRangeFrom", "PartialRangeThrough", "PartialRangeUpTo", "Range",
  ]

  private static let swift: Set = [
    "Bool", "Character", "Double", "Duration", "Float", "Float16", "Int", "Int128", "Int16",
    "Int32",
    "Int64", "Int8", "MainActor", "Set", "String", "Substring", "UInt", "UInt128", "UInt16",
    "UInt32",
    "UInt64", "UInt8",
  ]

  private static let foundation: Set = [
    "Calendar", "Data", "Date", "DateComponents", "Decimal", "Locale", "Measurement", "NSData",
    "NSDate", "NSDecimalNumber", "NSMutableData", "NSMutableString", "NSNull", "NSNumber",
    "NSString",
    "NSURL", "NSUUID", "TimeZone", "URL", "UUID",
  ]

  /// The types that can be stored. `StoredValue` needs a codec.
  static let types = swift.subtracting(["MainActor", "Set"])
    .union(foundation.subtracting(["Measurement"])).union(["CalendarDay", "StoredValue"])
}
