import Foundation

// Archives Foundation's own classes as their fields, which `KeyedArchiveWriter` lists.

extension FoundationClass {
  /// Returns the Foundation class as which an object is archived; nil for any other object.
  ///
  /// - Throws: ``KeyedArchiveError`` for a subclass made elsewhere, which would lose its type.
  static func of(_ object: NSObject) throws -> FoundationClass? {
    guard let form = form(of: object) else { return nil }
    #if !canImport(ObjectiveC)
      let name = String(reflecting: type(of: object))
      guard name.hasPrefix("Foundation.") else {
        throw KeyedArchiveError.cannotArchive(
          "\(name) cannot be archived: subclasses of \(form.rawValue) would lose their type")
      }
    #endif
    return form
  }

  private static func form(of object: NSObject) -> FoundationClass? {
    switch object {
    case is NSString: object is NSMutableString ? .mutableString : .string
    case is NSDecimalNumber: .decimalNumber
    case is NSNumber: .number
    case is NSData: object is NSMutableData ? .mutableData : .data
    case is NSDate: .date
    case is NSURL: .url
    case is NSUUID: .uuid
    case is NSNull: .null
    case is NSArray: object is NSMutableArray ? .mutableArray : .array
    case is NSDictionary: object is NSMutableDictionary ? .mutableDictionary : .dictionary
    case is NSCountedSet: nil
    case is NSSet: object is NSMutableSet ? .mutableSet : .set
    case is NSOrderedSet: object is NSMutableOrderedSet ? .mutableOrderedSet : .orderedSet
    case is NSLocale: .locale
    case is NSTimeZone: .timeZone
    default: nil
    }
  }
}

extension ObjectGraphWriter {
  /// Returns the entry of an object of one of Foundation's classes.
  func entry(of object: NSObject, as form: FoundationClass) throws -> UID {
    switch object {
    case let string as NSString where form == .string: return try entry(string)
    case let data as NSData where form == .data: return writer.entry(try add(data))
    case let number as NSNumber where form == .number: return writer.entry(add(number))
    default:
      return try entry(of: object, chain: form.chain) { try encode(object, into: &$0) }
    }
  }

  private func encode(_ object: NSObject, into fields: inout ObjectFields) throws {
    switch object {
    case let array as NSArray: try set("NS.objects", elements: array.map { $0 }, in: &fields)
    case let set as NSSet: try encode(set, into: &fields)
    case let dictionary as NSDictionary: try encode(dictionary, into: &fields)
    case let string as NSMutableString: try set("NS.string", text: string.description, in: &fields)
    case let data as NSData: set("NS.data", to: try add(data), in: &fields)
    case let date as NSDate: try encode(date, into: &fields)
    case let url as NSURL: try encode(url, into: &fields)
    case let uuid as NSUUID: encode(uuid, into: &fields)
    case let number as NSDecimalNumber: try encode(number, into: &fields)
    case let set as NSOrderedSet: try encode(set, into: &fields)
    case let locale as NSLocale: try encode(locale, into: &fields)
    case let zone as NSTimeZone: try encode(zone, into: &fields)
    default: break  // NSNull has no field.
    }
  }

  // MARK: Collections

  /// Encodes a set. Its members are sorted if they are values, so that equal sets have equal
  /// archives: a set enumerates them in another order each time that the program runs.
  private func encode(_ set: NSSet, into fields: inout ObjectFields) throws {
    let members = ValueOrder.sorted(set.map { $0 }) { $0 }
    try take(values: FoundationClass.weight(ofHashing: members))
    try self.set("NS.objects", elements: members, in: &fields)
  }

  private func encode(_ set: NSOrderedSet, into fields: inout ObjectFields) throws {
    try take(values: FoundationClass.weight(ofHashing: set.array))
    for (index, member) in set.array.enumerated() {
      let uid = entry(member)
      if let failure { throw failure }
      self.set(
        "\(ObjectGraphReader.elementField)\(index)", to: writer.reference(to: uid), in: &fields)
    }
  }

  /// Encodes a dictionary. Keys that are values are sorted, so that equal dictionaries have equal
  /// archives.
  private func encode(_ dictionary: NSDictionary, into fields: inout ObjectFields) throws {
    var pairs = dictionary.map { $0 }
    if pairs.allSatisfy({ $0.key is String }) {
      pairs.sort { ($0.key as? String ?? "") < ($1.key as? String ?? "") }
    } else {
      pairs = ValueOrder.sorted(pairs, by: \.key)
    }
    try take(values: FoundationClass.weight(ofHashing: pairs.map(\.key)))
    try set("NS.keys", elements: pairs.map(\.key), in: &fields)
    try set("NS.objects", elements: pairs.map(\.value), in: &fields)
  }

  private func set(_ key: String, elements: [Any], in fields: inout ObjectFields) throws {
    var references: [PropertyListWriter.Reference] = []
    references.reserveCapacity(elements.count)
    for element in elements {
      references.append(writer.reference(to: entry(element)))
      if let failure { throw failure }
    }
    set(key, to: writer.propertyList.addArray(references), in: &fields)
  }

  // MARK: Single values

  private func entry(_ string: NSString) throws -> UID {
    let text = string.description
    try take(bytes: text.utf8.count)
    return writer.entry(text)
  }

  private func add(_ data: NSData) throws -> PropertyListWriter.Reference {
    try take(bytes: data.length)
    return writer.propertyList.add(.init(start: data.bytes, count: data.length))
  }

  private func add(_ number: NSNumber) -> PropertyListWriter.Reference {
    if type(of: number) == type(of: NSNumber(value: true)) {
      return writer.propertyList.add(number.boolValue)
    }
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "f"): return writer.propertyList.add(number.floatValue)
    case UInt8(ascii: "d"): return writer.propertyList.add(number.doubleValue)
    case UInt8(ascii: "Q"), UInt8(ascii: "L"): return writer.propertyList.add(number.uint64Value)
    default: return writer.propertyList.add(number.int64Value)
    }
  }

  private func encode(_ date: NSDate, into fields: inout ObjectFields) throws {
    let time = date.timeIntervalSinceReferenceDate
    if time.isNaN { throw KeyedArchiveError.noDate }
    set("NS.time", to: writer.propertyList.add(time), in: &fields)
  }

  private func encode(_ url: NSURL, into fields: inout ObjectFields) throws {
    let base = entry(url.baseURL)
    let relative = entry(url.relativeString)
    set("NS.base", to: writer.reference(to: base), in: &fields)
    set("NS.relative", to: writer.reference(to: relative), in: &fields)
  }

  private func encode(_ uuid: NSUUID, into fields: inout ObjectFields) {
    var bytes = [UInt8](repeating: 0, count: 16)
    bytes.withUnsafeMutableBufferPointer { uuid.getBytes($0.baseAddress.unsafelyUnwrapped) }
    set("NS.uuidbytes", to: bytes.withUnsafeBytes { writer.propertyList.add($0) }, in: &fields)
  }

  private func encode(_ locale: NSLocale, into fields: inout ObjectFields) throws {
    guard let identifier = locale.object(forKey: .identifier) as? String else {
      throw KeyedArchiveError.cannotArchive("a locale without an identifier cannot be archived")
    }
    if let fault = LocaleName.fault(of: locale as Locale) {
      throw KeyedArchiveError.cannotArchive(fault)
    }
    set("NS.identifier", to: writer.reference(to: entry(identifier)), in: &fields)
  }

  private func encode(_ zone: NSTimeZone, into fields: inout ObjectFields) throws {
    if let fault = TimeZoneName.fault(of: zone as TimeZone) {
      throw KeyedArchiveError.cannotArchive(fault)
    }
    let (name, data) = (entry(zone.name), entry(zone.data))
    set("NS.name", to: writer.reference(to: name), in: &fields)
    set("NS.data", to: writer.reference(to: data), in: &fields)
  }

  private func encode(_ number: NSDecimalNumber, into fields: inout ObjectFields) throws {
    let parts = try DecimalParts(number.decimalValue)
    let mantissa = parts.mantissaBytes
    try take(bytes: mantissa.count)
    set("NS.mantissa", to: mantissa.withUnsafeBytes { writer.propertyList.add($0) }, in: &fields)
    set(
      "NS.mantissa.bo", to: writer.propertyList.add(Int64(DecimalParts.littleEndian)), in: &fields)
    set("NS.exponent", to: writer.propertyList.add(Int64(parts.exponent)), in: &fields)
    set("NS.length", to: writer.propertyList.add(Int64(parts.length)), in: &fields)
    set("NS.negative", to: writer.propertyList.add(parts.isNegative), in: &fields)
    set("NS.compact", to: writer.propertyList.add(parts.isCompact), in: &fields)
  }

  private func set(_ key: String, text: String, in fields: inout ObjectFields) throws {
    try take(bytes: text.utf8.count)
    set(key, to: writer.propertyList.add(text), in: &fields)
  }

  private func set(
    _ key: String, to value: PropertyListWriter.Reference, in fields: inout ObjectFields
  ) {
    fields.set(writer.propertyList.add(key), to: value)
  }
}

extension FoundationClass {
  /// The number of comparisons that count as one value: a comparison takes far less time, and
  /// Foundation on Linux gives all dates of about a minute the same hash.
  private static let comparisonsPerValue = 16

  /// Returns the number of values that the comparisons count as when values are put into a set, or
  /// into a dictionary as its keys: each is compared with all before it that have the same hash.
  static func weight(ofHashing values: [Any]) throws -> Int {
    var (counts, comparisons) = ([Int: Int](), 0)
    for case let object as NSObject in values {
      try checkHashable(object)
      let hash = object.hash
      comparisons += counts[hash, default: 0]
      counts[hash, default: 0] += 1
    }
    return comparisons / comparisonsPerValue
  }

  /// Throws for an object that must not be hashed. An archive could nest collections so that
  /// comparing two of them never ends, and Foundation on Linux cannot hash an `NSDecimalNumber` at
  /// all.
  private static func checkHashable(_ object: NSObject) throws {
    if object is NSArray || object is NSDictionary || object is NSSet || object is NSOrderedSet
      || object is NSDecimalNumber
    {
      throw KeyedArchiveError.cannotArchive(
        "a member of a set or a key of a dictionary cannot be a collection or a decimal number")
    }
  }
}
