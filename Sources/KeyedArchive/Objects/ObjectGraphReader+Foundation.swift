import Foundation

// Makes Foundation's own classes from their fields, which `KeyedArchiveWriter` lists.

extension ObjectGraphReader {
  /// Returns the object of a text, number or data; nil for the text that means nil.
  func scalar(_ node: PropertyListNode) throws -> NSObject? {
    switch node {
    case .null: return nil
    case .bool(let value): return NSNumber(value: value)
    case .integer(let value): return NSNumber(value: value)
    case .unsigned(let value): return NSNumber(value: value)
    case .float(let value): return NSNumber(value: value)
    case .real(let value): return NSNumber(value: value)
    case .date(let value): return try date(value)
    case .data: return try data(node)
    case .ascii, .utf16:
      let text = try text(node)
      return text == "$null" ? nil : NSString(string: text)
    case .uid, .array, .set, .dictionary:
      throw KeyedArchiveError.damaged("an entry of $objects is not of a valid kind")
    }
  }

  /// Makes an object of one of Foundation's classes.
  func make(_ form: FoundationClass, uid: Int, fields: KeyedArchiveFields) throws -> NSObject? {
    switch form {
    case .array: return NSArray(array: try elements("NS.objects", in: fields))
    case .mutableArray: return try mutableArray(uid, fields: fields)
    case .dictionary: return try dictionary(fields)
    case .mutableDictionary: return try mutableDictionary(uid, fields: fields)
    case .set: return NSSet(array: try hashable(try elements("NS.objects", in: fields)))
    case .mutableSet: return try mutableSet(uid, fields: fields)
    case .orderedSet: return NSOrderedSet(array: try hashable(try orderedElements(fields)))
    case .mutableOrderedSet: return try mutableOrderedSet(uid, fields: fields)
    case .string: return NSString(string: try text(try archive.required("NS.string", in: fields)))
    case .mutableString:
      return NSMutableString(string: try text(try archive.required("NS.string", in: fields)))
    case .data: return try data(try archive.required("NS.data", in: fields))
    case .mutableData:
      let bytes = try bytes(try archive.required("NS.data", in: fields))
      return NSMutableData(bytes: bytes.baseAddress, length: bytes.count)
    case .date: return try date(fields)
    case .url: return try url(fields)
    case .uuid: return try uuid(fields)
    case .null: return NSNull()
    case .number: throw KeyedArchiveError.damaged("a number has no value")
    case .decimalNumber, .decimalNumberPlaceholder: return try decimalNumber(fields)
    case .locale: return try locale(fields)
    case .timeZone: return try timeZone(fields)
    }
  }
}

// MARK: - Collections

extension ObjectGraphReader {
  private func elements(_ key: String, in fields: KeyedArchiveFields) throws -> [NSObject] {
    let uids = try archive.uids(key, in: fields) ?? .empty
    try take(values: uids.count)
    var elements: [NSObject] = []
    for index in 0..<uids.count {
      elements.append(try member(try archive.uid(in: uids, at: index)))
    }
    return elements
  }

  /// Reads an element. Foundation's encoders write nil as the text `$null`, which a collection
  /// holds as a string.
  private func member(_ uid: Int) throws -> NSObject {
    if let object = try element(uid) { return object }
    guard uid != KeyedArchiveWriter.null else {
      throw KeyedArchiveError.damaged("an element of a collection is missing")
    }
    return NSString("$null")
  }

  private func mutableArray(_ uid: Int, fields: KeyedArchiveFields) throws -> NSMutableArray {
    let array = NSMutableArray()
    begin(uid, with: array)
    for element in try elements("NS.objects", in: fields) { array.add(element) }
    return array
  }

  private func mutableSet(_ uid: Int, fields: KeyedArchiveFields) throws -> NSMutableSet {
    let set = NSMutableSet()
    begin(uid, with: set)
    for element in try hashable(try elements("NS.objects", in: fields)) { set.add(element) }
    return set
  }

  private func mutableOrderedSet(
    _ uid: Int, fields: KeyedArchiveFields
  ) throws -> NSMutableOrderedSet {
    let set = NSMutableOrderedSet()
    begin(uid, with: set)
    for element in try hashable(try orderedElements(fields)) { set.add(element) }
    return set
  }

  /// Returns the elements of an ordered set, each in its own field: `NS.object.0`, `NS.object.1` …
  private func orderedElements(_ fields: KeyedArchiveFields) throws -> [NSObject] {
    let places = try elementPlaces(fields)
    try take(values: places.count)
    return try (0..<places.count).map { index in
      guard let place = places[index] else {
        throw KeyedArchiveError.damaged("an element of a collection is missing")
      }
      return try member(try archive.uid(in: fields.values, at: place))
    }
  }

  private func elementPlaces(_ fields: KeyedArchiveFields) throws -> [Int: Int] {
    var places: [Int: Int] = [:]
    for place in 0..<fields.keys.count {
      guard let name = try archive.name(of: fields, place, longest: 64),
        name.hasPrefix(Self.elementField),
        let index = Int(name.dropFirst(Self.elementField.count))
      else { continue }
      places[index] = place
    }
    return places
  }

  static let elementField = "NS.object."

  private func dictionary(_ fields: KeyedArchiveFields) throws -> NSDictionary {
    let (keys, values) = try pairs(fields)
    return NSDictionary(objects: values, forKeys: keys)
  }

  private func mutableDictionary(
    _ uid: Int, fields: KeyedArchiveFields
  ) throws -> NSMutableDictionary {
    let dictionary = NSMutableDictionary()
    begin(uid, with: dictionary)
    let (keys, values) = try pairs(fields)
    for (key, value) in zip(keys, values) { dictionary.setObject(value, forKey: key) }
    return dictionary
  }

  private func pairs(_ fields: KeyedArchiveFields) throws -> ([NSObject], [NSObject]) {
    let keys = try hashable(try elements("NS.keys", in: fields))
    let values = try elements("NS.objects", in: fields)
    guard keys.count == values.count else {
      throw KeyedArchiveError.damaged("a dictionary does not have as many values as keys")
    }
    return (keys, values)
  }

  private func hashable(_ objects: [NSObject]) throws -> [NSObject] {
    try take(values: FoundationClass.weight(ofHashing: objects))
    return objects
  }
}

// MARK: - Single values

extension ObjectGraphReader {
  private func text(_ node: PropertyListNode) throws -> String {
    guard let text = try archive.propertyList.string(node) else {
      throw KeyedArchiveError.damaged("a string has no text")
    }
    try take(bytes: text.utf8.count)
    return text
  }

  private func data(_ node: PropertyListNode) throws -> NSData {
    let bytes = try bytes(node)
    return NSData(bytes: bytes.baseAddress, length: bytes.count)
  }

  private func bytes(_ node: PropertyListNode) throws -> UnsafeRawBufferPointer {
    guard let bytes = archive.propertyList.data(node) else {
      throw KeyedArchiveError.damaged("data has no bytes")
    }
    try take(bytes: bytes.count)
    return bytes
  }

  private func date(_ fields: KeyedArchiveFields) throws -> NSDate {
    guard case .real(let time) = try archive.required("NS.time", in: fields) else {
      throw KeyedArchiveError.damaged("a date has no time")
    }
    return try date(time)
  }

  private func date(_ time: Double) throws -> NSDate {
    if time.isNaN { throw KeyedArchiveError.damaged("a date is not a number") }
    return NSDate(timeIntervalSinceReferenceDate: time)
  }

  private func uuid(_ fields: KeyedArchiveFields) throws -> NSUUID {
    let node = try archive.required("NS.uuidbytes", in: fields)
    guard let bytes = archive.propertyList.data(node), bytes.count == 16 else {
      throw KeyedArchiveError.damaged("a UUID does not have 16 bytes")
    }
    let uuid = bytes.withMemoryRebound(to: UInt8.self) {
      $0.baseAddress.map(NSUUID.init(uuidBytes:))
    }
    guard let uuid else { throw KeyedArchiveError.damaged("a UUID does not have 16 bytes") }
    return uuid
  }

  /// Reads a URL and makes its `URL` too: on Linux, an `NSURL` can be made of an invalid text, but
  /// then stops the process when it is used as a `URL`. (`as? URL` does not help: in optimised
  /// code, it succeeds.)
  private func url(_ fields: KeyedArchiveFields) throws -> NSURL {
    let (url, base, _) = try swiftURL(fields, depth: 0)
    guard let object = NSURL(string: url.relativeString, relativeTo: base) else {
      throw KeyedArchiveError.damaged("a URL is not valid")
    }
    return object
  }

  private func swiftURL(
    _ fields: KeyedArchiveFields, depth: Int
  ) throws -> (url: URL, base: URL?, count: Int) {
    try check(depth: depth)
    let base = try baseURL(fields, depth: depth)
    // Each URL keeps the whole text of its base.
    if let base { try take(bytes: base.url.absoluteString.utf8.count) }
    guard
      let relative = try part("NS.relative", in: fields, as: NSString.self),
      let url = URL(string: relative.description, relativeTo: base?.url)
    else { throw KeyedArchiveError.damaged("a URL is not valid") }
    return (url, base?.url, base.map { $0.count + 1 } ?? 0)
  }

  private func baseURL(
    _ fields: KeyedArchiveFields, depth: Int
  ) throws -> (url: URL, count: Int)? {
    guard case .uid(let uid) = try archive.required("NS.base", in: fields) else {
      throw KeyedArchiveError.damaged("NS.base is not an object")
    }
    if let known = bases[uid] {
      try check(depth: depth + 1 + known.count)
      return known
    }
    switch try archive.entry(uid) {
    case .object("NSURL", let fields):
      let (url, _, count) = try swiftURL(fields, depth: depth + 1)
      bases[uid] = (url, count)
      return (url, count)
    case .scalar(let node) where try scalar(node) == nil: return nil
    default: throw KeyedArchiveError.damaged("NS.base has the wrong class")
    }
  }

  private func locale(_ fields: KeyedArchiveFields) throws -> NSLocale {
    guard let name = try part("NS.identifier", in: fields, as: NSString.self) else {
      throw KeyedArchiveError.damaged("a locale has no identifier")
    }
    return NSLocale(localeIdentifier: name.description)
  }

  private func timeZone(_ fields: KeyedArchiveFields) throws -> NSTimeZone {
    guard let name = try part("NS.name", in: fields, as: NSString.self),
      TimeZoneName.isSafe(name.description), let zone = NSTimeZone(name: name.description)
    else { throw KeyedArchiveError.damaged("a time zone has no name that the system knows") }
    return zone
  }

  private func decimalNumber(_ fields: KeyedArchiveFields) throws -> NSDecimalNumber {
    guard
      let mantissa = try mantissa(fields), mantissa.count == 16,
      let exponent: Int = try integer("NS.exponent", in: fields),
      let length: Int = try integer("NS.length", in: fields), (0...8).contains(length),
      case .bool(let isNegative) = try archive.required("NS.negative", in: fields)
    else { throw KeyedArchiveError.damaged("a decimal number is incomplete") }
    let parts = DecimalParts(
      exponent: exponent, length: length, isNegative: isNegative, mantissaBytes: mantissa,
      order: try integer("NS.mantissa.bo", in: fields) ?? DecimalParts.littleEndian)
    guard let number = parts.number else {
      throw KeyedArchiveError.damaged("a decimal number is out of range")
    }
    return NSDecimalNumber(decimal: number)
  }

  /// Returns the bytes of a mantissa. They are an object of their own in archives of Foundation on
  /// Linux, and of earlier versions of this package.
  private func mantissa(_ fields: KeyedArchiveFields) throws -> [UInt8]? {
    let node = try archive.required("NS.mantissa", in: fields)
    guard case .uid = node else { return Array(try bytes(node)) }
    return try part("NS.mantissa", in: fields, as: NSData.self).map { Array($0) }
  }

  private func integer(_ key: String, in fields: KeyedArchiveFields) throws -> Int? {
    try archive.node(key, in: fields).flatMap { Self.integer($0) }
  }

  private func part<Object: NSObject>(
    _ key: String, in fields: KeyedArchiveFields, as type: Object.Type
  ) throws -> Object? {
    guard case .uid(let uid) = try archive.required(key, in: fields) else {
      throw KeyedArchiveError.damaged("\(key) is not an object")
    }
    guard let object = try object(uid) else { return nil }
    guard let object = object as? Object else {
      throw KeyedArchiveError.damaged("\(key) has the wrong class")
    }
    return object
  }
}
