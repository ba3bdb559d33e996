/// Writes keyed archives: the property list that Foundation's `NSKeyedArchiver` writes.
///
/// Grammar, on top of the binary property list's:
/// ```
/// archive = { $version: 100000, $archiver: "NSKeyedArchiver", $top: top, $objects: [entry…] }
/// top     = { root: UID }
///         | { root: UID, archiveTypeName: UID }       a text, where the root's type declares it
/// entry   = "$null"                                   entry 0, which is nil
///         | text | number | data                      NSString, NSNumber, NSData
///         | { $class: UID, field… }                   any other object
///         | { $classname: text, $classes: [text…] }   a class, then its superclasses
/// field   = name: UID | scalar | data | array of UIDs
/// ```
/// A UID is an index into `$objects`. These fields make up Foundation's own classes:
/// ```
/// NSArray, NSSet     NS.objects: [UID…]      NSDictionary   NS.keys: [UID…], NS.objects: [UID…]
/// NSMutableString    NS.string: text         NSMutableData  NS.data: data
/// NSDate             NS.time: real           NSUUID         NS.uuidbytes: data
/// NSURL              NS.base: UID, NS.relative: UID         NSNull  no field
/// NSOrderedSet       NS.object.0: UID, NS.object.1: UID …
/// NSLocale           NS.identifier: UID (text)
/// NSTimeZone         NS.name: UID (text), NS.data: UID (data)
/// NSDecimalNumber    NS.mantissa: data, NS.mantissa.bo, NS.exponent, NS.length: integer,
///                    NS.negative, NS.compact: bool
/// ```
struct KeyedArchiveWriter {
  /// An index into `$objects`.
  typealias UID = UInt32

  /// The property list, for fields that hold scalars.
  var propertyList = PropertyListWriter()
  private var objects: [PropertyListWriter.Reference] = []
  /// The entry of each property-list object, or 0 if it is not an entry.
  private var uids: [UID] = []
  /// The property-list objects for UIDs; 0 where there is none yet.
  private var uidReferences: [PropertyListWriter.Reference] = []
  private var classes: [String: UID] = [:]
  /// The field names of Foundation's own classes, kept so that each is looked up once.
  private var fieldNames = [PropertyListWriter.Reference?](
    repeating: nil, count: ArchiveField.allCases.count)
  private var markedNull: UID?
  private let options: KeyedArchiveOptions

  /// The entry of nil.
  static let null: UID = 0

  init(_ options: KeyedArchiveOptions) {
    self.options = options
    objects.append(propertyList.add("$null"))
  }

  /// The number of entries.
  var count: Int { objects.count }

  /// Throws if the archive has grown beyond the limits.
  func checkLimits() throws(KeyedArchiveError) {
    if objects.count > options.maximumObjectCount {
      throw .tooManyObjects(options)
    }
    if propertyList.length > options.maximumRawLength {
      throw .tooManyBytes(options)
    }
  }
}

// MARK: - Entries

extension KeyedArchiveWriter {
  /// Returns the entry of a text, number or data that was added to the property list.
  mutating func entry(_ reference: PropertyListWriter.Reference) -> UID {
    let index = Int(reference)
    if index < uids.count, uids[index] != 0 { return uids[index] }
    while uids.count <= index { uids.append(0) }
    let uid = append(reference)
    uids[index] = uid
    return uid
  }

  /// Returns the entry of a string. Readers take the plain text `$null` for nil, so a string of
  /// that text becomes an object of class `NSMutableString`.
  mutating func entry(_ string: String) -> UID {
    if string != "$null" { return entry(propertyList.add(string)) }
    return addText("$null", className: ["NSMutableString", "NSString", "NSObject"])
  }

  /// Returns the entry of the *string* `$null`, which property-list encoders write for nil. Unlike
  /// entry 0, it keeps its place in Foundation's arrays and dictionaries.
  mutating func nilMark() -> UID {
    if let markedNull { return markedNull }
    let uid = addText("$null", className: ["NSString", "NSObject"])
    markedNull = uid
    return uid
  }

  /// Whether an entry is the string `$null` that stands for nil.
  func isNilMark(_ uid: UID) -> Bool { uid == markedNull }

  /// Adds an entry that is nil until it is defined.
  mutating func reserve() -> UID { append(objects[0]) }

  /// Turns a reserved entry into an object. `classChain` has the class and its superclasses.
  mutating func define(
    _ uid: UID, classChain: [String], keys: [PropertyListWriter.Reference],
    values: [PropertyListWriter.Reference]
  ) {
    let classReference = reference(to: entry(ofClass: classChain))
    let classKey = reference(to: .class)
    objects[Int(uid)] = propertyList.addDictionary(
      keys: keys + CollectionOfOne(classKey), values: values + CollectionOfOne(classReference))
  }

  /// Returns the property-list object for the name of a field.
  mutating func reference(to field: ArchiveField) -> PropertyListWriter.Reference {
    if let known = fieldNames[field.rawValue] { return known }
    let reference = propertyList.add(field.name)
    fieldNames[field.rawValue] = reference
    return reference
  }

  /// Returns the property-list object that refers to an entry.
  mutating func reference(to uid: UID) -> PropertyListWriter.Reference {
    let index = Int(uid)
    while uidReferences.count <= index { uidReferences.append(0) }
    if uidReferences[index] == 0 { uidReferences[index] = propertyList.add(uid: uid) }
    return uidReferences[index]
  }

  private mutating func addText(_ text: String, className: [String]) -> UID {
    let uid = reserve()
    let key = reference(to: .string)
    define(uid, classChain: className, keys: [key], values: [propertyList.add(text)])
    return uid
  }

  private mutating func append(_ reference: PropertyListWriter.Reference) -> UID {
    objects.append(reference)
    return UID(objects.count - 1)
  }

  private mutating func entry(ofClass chain: [String]) -> UID {
    if let known = classes[chain[0]] { return known }
    let names = chain.map { propertyList.add($0) }
    let keys = [propertyList.add("$classname"), propertyList.add("$classes")]
    let uid = append(
      propertyList.addDictionary(keys: keys, values: [names[0], propertyList.addArray(names)]))
    classes[chain[0]] = uid
    return uid
  }
}

// MARK: - The archive

extension KeyedArchiveWriter {
  /// Returns the bytes of the archive whose outermost object is `root`. `typeName` is the name that
  /// its type declares.
  consuming func finish(root: UID, typeName: String? = nil) throws(KeyedArchiveError) -> [UInt8] {
    let type = typeName.map { entry($0) }
    try checkLimits()
    let top = addTop(root, type: type)
    let keys = ["$version", "$archiver", "$top", "$objects"].map { propertyList.add($0) }
    let values = [
      propertyList.add(Int64(100_000)), propertyList.add("NSKeyedArchiver"), top,
      propertyList.addArray(objects),
    ]
    let archive = propertyList.addDictionary(keys: keys, values: values)
    return propertyList.finish(top: archive)
  }

  private mutating func addTop(_ root: UID, type: UID?) -> PropertyListWriter.Reference {
    var keys = [propertyList.add("root")]
    var values = [reference(to: root)]
    if let type {
      keys.append(propertyList.add(Self.typeKey))
      values.append(reference(to: type))
    }
    return propertyList.addDictionary(keys: keys, values: values)
  }

  /// The key in `$top` for the name of the outermost type.
  static let typeKey = "archiveTypeName"
}

/// The fields that values are made of.
enum ArchiveField: Int, CaseIterable {
  case `class`, keys, objects, time, string

  var name: String {
    switch self {
    case .class: "$class"
    case .keys: "NS.keys"
    case .objects: "NS.objects"
    case .time: "NS.time"
    case .string: "NS.string"
    }
  }
}
