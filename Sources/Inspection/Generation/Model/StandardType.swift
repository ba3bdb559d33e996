import PersistentObjects
import PersistentObjectsCodec
import PersistentObjectsInspection

/// The types with a standard codec, and the names from this package and other modules that
/// generated code uses.
enum StandardType {
  /// Returns whether a type can be stored without a declaration: a standard type, a range of one,
  /// or a measurement.
  static func isKnown(_ name: String) -> Bool {
    guard let (generic, parameter) = parts(ofGeneric: name) else { return isStandard(name) }
    if generic == "Measurement" {
      return parameter.hasPrefix("Unit") && SwiftName.isIdentifier(parameter)
    }
    // Foundation's numbers are ordered, but have no codec for their ranges.
    return ranges.contains(generic) && types[parameter] is any Comparable.Type
      && !(types[parameter] is AnyClass)
  }

  /// Returns whether a name is that of a type that can be stored. `StoredValue` needs a codec.
  static func isStandard(_ name: String) -> Bool {
    types[name] != nil || name == StandardCodec.stored
  }

  /// Returns the parts of a generic type: `Range` and `Int` for `Range<Int>`.
  static func parts(ofGeneric name: String) -> (name: String, parameter: String)? {
    guard name.hasSuffix(">"), let open = name.firstIndex(of: "<") else { return nil }
    return (String(name[..<open]), String(name[name.index(after: open)...].dropLast()))
  }

  /// Returns the module that declares a name.
  static func module(of name: String) -> String {
    if name == "Measurement" || name.hasPrefix("Unit") { return "Foundation" }
    if ranges.contains(name) || name == "MainActor" || name == "Set" { return "Swift" }
    guard let type = types[name] else { return "PersistentObjects" }
    let fullName = String(reflecting: type)
    if fullName.hasPrefix("Swift.") { return "Swift" }
    // Foundation is several modules, and on Apple's systems its classes have no module.
    return ["Foundation", "NS"].contains(where: fullName.hasPrefix)
      ? "Foundation" : "PersistentObjects"
  }

  private static let ranges: Set = [
    "ClosedRange", "PartialRangeFrom", "PartialRangeThrough", "PartialRangeUpTo", "Range",
  ]

  /// The types with a standard codec, by name.
  private static let types = Dictionary(
    CodecRegistry.standard.registered.map { ("\($0.valueType)", $0.valueType) },
    uniquingKeysWith: { first, _ in first })
}
