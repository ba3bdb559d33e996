/// A Foundation class that archives may always hold.
///
/// The coders of these classes are never called: on Linux they insist on `NSKeyedArchiver`, or stop
/// the process on unexpected data.
enum FoundationClass: String {
  case array = "NSArray"
  case mutableArray = "NSMutableArray"
  case dictionary = "NSDictionary"
  case mutableDictionary = "NSMutableDictionary"
  case set = "NSSet"
  case mutableSet = "NSMutableSet"
  case orderedSet = "NSOrderedSet"
  case mutableOrderedSet = "NSMutableOrderedSet"
  case string = "NSString"
  case mutableString = "NSMutableString"
  case data = "NSData"
  case mutableData = "NSMutableData"
  case date = "NSDate"
  case url = "NSURL"
  case uuid = "NSUUID"
  case null = "NSNull"
  case number = "NSNumber"
  case decimalNumber = "NSDecimalNumber"
  /// The name in Apple's archives of a decimal number.
  case decimalNumberPlaceholder = "NSDecimalNumberPlaceholder"
  case locale = "NSLocale"
  case timeZone = "NSTimeZone"

  /// Whether objects of a class can be read without running one of Foundation's coders on Linux.
  static func isReadable(_ type: AnyClass) -> Bool {
    guard ArchiveClassName.stopsOnBadArchives(type) else { return true }
    return (try? ArchiveClassName.of(type)).flatMap(FoundationClass.init(rawValue:)) != nil
  }

  /// The class and its superclasses, as archives list them.
  var chain: [String] {
    switch self {
    case .mutableArray: [rawValue, "NSArray", "NSObject"]
    case .mutableDictionary: [rawValue, "NSDictionary", "NSObject"]
    case .mutableSet: [rawValue, "NSSet", "NSObject"]
    case .mutableOrderedSet: [rawValue, "NSOrderedSet", "NSObject"]
    case .mutableString: [rawValue, "NSString", "NSObject"]
    case .mutableData: [rawValue, "NSData", "NSObject"]
    case .number: [rawValue, "NSValue", "NSObject"]
    case .decimalNumber: [rawValue, "NSNumber", "NSValue", "NSObject"]
    default: [rawValue, "NSObject"]
    }
  }
}
