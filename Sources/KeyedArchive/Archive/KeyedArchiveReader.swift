/// Reads keyed archives, those of this package and of Foundation; `KeyedArchiveWriter` has the
/// grammar.
///
/// Entries are read on demand and only the names of classes are kept, so reading is safe on any
/// bytes. Callers that follow UIDs must bound depth and number.
final class KeyedArchiveReader {
  let propertyList: PropertyListReader
  /// The entry of the outermost object.
  private(set) var root = 0
  /// The type name of the outermost object; nil if its type declares none.
  private(set) var typeName: String?
  private let objects: PropertyListReferences
  private var classNames: [Int: String] = [:]
  /// The number of field names that may still be looked up: entries can share a long list of them.
  private var lookups: Int
  /// The number of bytes that the names of other classes may have: many classes can share one name.
  private var classNameBytes: Int
  private let options: KeyedArchiveOptions

  /// Makes a reader and checks the outer form. The bytes must outlive the reader.
  init(
    _ bytes: UnsafeRawBufferPointer, options: KeyedArchiveOptions
  ) throws(KeyedArchiveError) {
    if bytes.count > options.mostBytes {
      throw .tooManyBytes(options)
    }
    self.options = options
    lookups = ArchiveBudget.lookups(options, in: bytes.count)
    // A valid archive names each class once. Some texts need more bytes in UTF-8 than in UTF-16.
    classNameBytes = 2 * bytes.count
    propertyList = try PropertyListReader(bytes)
    let archive = try Self.fields(try propertyList.node(propertyList.top))
    objects = try Self.objects(of: archive, in: propertyList)
    if objects.count > options.mostValues {
      throw .tooManyObjects(options)
    }
    try checkHead(archive)
    try readTop(archive)
  }

  /// Returns the entry of a UID.
  func entry(_ uid: Int) throws(KeyedArchiveError) -> KeyedArchiveEntry {
    let node = try propertyList.node(try propertyList.reference(in: objects, at: uid))
    guard case .dictionary(let keys, let values) = node else { return .scalar(node) }
    let fields = KeyedArchiveFields(keys: keys, values: values)
    // This package writes the class last.
    var place = fields.keys.count - 1
    guard case .uid(let classUID)? = try self.node("$class", in: fields, from: &place) else {
      throw .damaged("an object has no class")
    }
    return .object(className: try className(classUID), fields)
  }

  /// Returns the property-list object of a field, or nil.
  func node(
    _ name: String, in fields: KeyedArchiveFields
  ) throws(KeyedArchiveError) -> PropertyListNode? {
    var place = 0
    return try node(name, in: fields, from: &place)
  }

  /// Returns the property-list object of a field, or nil. The search starts at `place`, and moves
  /// it to the field: most objects ask for their fields in the order in which these were written.
  func node(
    _ name: String, in fields: KeyedArchiveFields, from place: inout Int
  ) throws(KeyedArchiveError) -> PropertyListNode? {
    let count = fields.keys.count
    guard let index = try propertyList.index(of: name, in: fields.keys, from: place) else {
      try take(lookups: count)
      return nil
    }
    try take(lookups: (index - place + count) % count + 1)
    place = index
    return try propertyList.node(try propertyList.reference(in: fields.values, at: index))
  }

  /// Returns the name of the field at an index; nil if it is not a text, or has more than `longest`
  /// bytes. Many fields can share one long name.
  func name(
    of fields: KeyedArchiveFields, _ place: Int, longest: Int = .max
  ) throws(KeyedArchiveError) -> String? {
    try take(lookups: 1)
    let node = try propertyList.node(try propertyList.reference(in: fields.keys, at: place))
    switch node {
    case .ascii(let range), .utf16(let range):
      return try range.count <= longest ? propertyList.string(node) : nil
    default: return nil
    }
  }

  private func take(lookups count: Int) throws(KeyedArchiveError) {
    lookups -= count
    if lookups < 0 { throw .tooManyObjects(options) }
  }

  /// Returns the UIDs of a field that is an array of UIDs; nil if the field is missing.
  func uids(
    _ name: String, in fields: KeyedArchiveFields
  ) throws(KeyedArchiveError) -> PropertyListReferences? {
    guard let node = try node(name, in: fields) else { return nil }
    guard case .array(let references) = node else { throw .damaged("\(name) is not an array") }
    return references
  }

  /// Returns the UID at a place of an array of UIDs.
  func uid(in uids: PropertyListReferences, at index: Int) throws(KeyedArchiveError) -> Int {
    guard
      case .uid(let uid) = try propertyList.node(try propertyList.reference(in: uids, at: index))
    else {
      throw .damaged("a UID is missing")
    }
    return uid
  }

  private func className(_ uid: Int) throws(KeyedArchiveError) -> String {
    if let known = classNames[uid] { return known }
    let node = try propertyList.node(try propertyList.reference(in: objects, at: uid))
    guard
      let name = try self.node("$classname", in: try Self.fields(node)),
      let string = try propertyList.string(name)
    else { throw .damaged("a class has no name") }
    classNameBytes -= string.utf8.count
    if classNameBytes < 0 { throw .damaged("its classes have longer names than it can hold") }
    classNames[uid] = string
    return string
  }
}

/// An entry of `$objects`.
enum KeyedArchiveEntry {
  case scalar(PropertyListNode)
  case object(className: String, KeyedArchiveFields)
}

/// The fields of an object.
struct KeyedArchiveFields {
  let keys: PropertyListReferences
  let values: PropertyListReferences
}

// MARK: - The head

extension KeyedArchiveReader {
  private static func fields(
    _ node: PropertyListNode
  ) throws(KeyedArchiveError) -> KeyedArchiveFields {
    guard case .dictionary(let keys, let values) = node else {
      throw .damaged("a dictionary is missing")
    }
    return KeyedArchiveFields(keys: keys, values: values)
  }

  private static func objects(
    of archive: KeyedArchiveFields, in propertyList: PropertyListReader
  ) throws(KeyedArchiveError) -> PropertyListReferences {
    guard
      let index = try propertyList.index(of: "$objects", in: archive.keys),
      case .array(let objects) = try propertyList.node(
        try propertyList.reference(in: archive.values, at: index))
    else { throw KeyedArchiveError(.notAnArchive, "the property list is not a keyed archive") }
    return objects
  }

  private func checkHead(_ archive: KeyedArchiveFields) throws(KeyedArchiveError) {
    guard
      let archiver = try node("$archiver", in: archive),
      try propertyList.isText(archiver, equalTo: "NSKeyedArchiver"),
      case .integer(100_000)? = try node("$version", in: archive)
    else {
      throw KeyedArchiveError(
        .notAnArchive, "the property list was not written by NSKeyedArchiver, version 100000")
    }
  }

  private func readTop(_ archive: KeyedArchiveFields) throws(KeyedArchiveError) {
    guard let node = try node("$top", in: archive) else { throw .damaged("it has no root") }
    let top = try Self.fields(node)
    root = try rootUID(top)
    if top.values.count > 1,
      case .uid(let uid)? = try self.node(KeyedArchiveWriter.typeKey, in: top),
      case .scalar(let text) = try entry(uid)
    {
      typeName = try propertyList.string(text)
    }
  }

  /// Returns the object named `root`, or the only object if it has another name.
  private func rootUID(_ top: KeyedArchiveFields) throws(KeyedArchiveError) -> Int {
    if case .uid(let uid)? = try node("root", in: top) { return uid }
    guard top.values.count == 1 else { throw .damaged("it has no root") }
    return try uid(in: top.values, at: 0)
  }
}

extension PropertyListReader {
  /// Returns the place of a text among the keys of a dictionary, or nil. Those before `start` are
  /// searched last.
  fileprivate func index(
    of key: String, in keys: PropertyListReferences, from start: Int = 0
  ) throws(KeyedArchiveError) -> Int? {
    for step in 0..<keys.count {
      let index = (start + step) % keys.count
      if try isText(try node(try reference(in: keys, at: index)), equalTo: key) { return index }
    }
    return nil
  }
}
