/// The Foundation classes whose archives can be read as values.
enum ArchivedClass: CaseIterable {
  case array, dictionary, set, string, data, date, url, null

  /// Creates the class for the names in an archive, superclasses last; nil for any other class.
  ///
  /// A program's own subclass may have more fields, so it does not count. Foundation's private
  /// subclasses do: `GSMutableArray`, `__NSArrayI`, `NSConcreteData`.
  init?(_ classes: [String]) {
    guard let name = classes.first else { return nil }
    guard let known = Self.allCases.first(where: { $0.names.contains(name) }) ?? Self.private(name)
    else { return nil }
    self = known
  }

  private static func `private`(_ name: String) -> ArchivedClass? {
    guard ["__NS", "_NS", "GS", "NSCF", "NSConcrete"].contains(where: name.hasPrefix),
      !name.contains("Attributed")
    else { return nil }
    return endings.first { ending in name.contains(ending.0) }?.1
  }

  private static let endings: [(String, ArchivedClass)] = [
    ("Array", .array), ("Dictionary", .dictionary), ("MutableSet", .set), ("NSSet", .set),
    ("GSSet", .set), ("CFSet", .set), ("String", .string), ("Data", .data), ("NSDate", .date),
    ("GSDate", .date), ("CFDate", .date),
  ]

  private var names: [String] {
    switch self {
    case .array: ["NSArray", "NSMutableArray"]
    case .dictionary: ["NSDictionary", "NSMutableDictionary"]
    case .set: ["NSSet", "NSMutableSet"]
    case .string: ["NSString", "NSMutableString"]
    case .data: ["NSData", "NSMutableData"]
    case .date: ["NSDate"]
    case .url: ["NSURL"]
    case .null: ["NSNull"]
    }
  }
}
