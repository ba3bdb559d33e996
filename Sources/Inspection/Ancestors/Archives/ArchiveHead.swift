import PersistentObjects
import PersistentObjectsKeyedArchive

/// The outer form of a keyed archive:
/// ```
/// archive = { $version: 100000, $archiver: "NSKeyedArchiver", $top: top, $objects: [entry…] }
/// top     = { key: UID }      the original used the object's class as the key
/// ```
struct ArchiveHead {
  let list: BinaryPropertyList
  /// The object numbers of the entries of `$objects`.
  let objects: [Int]
  /// The object number of the dictionary `$top`.
  let top: Int
  /// The only key of `$top`, and the object number of its value.
  let key: String
  let value: Int
  /// The entry of the outermost object.
  let root: Int

  init(_ bytes: [UInt8]) throws(PersistenceError) {
    list = try BinaryPropertyList(bytes)
    let archive = try Self.fields(list.top, of: list)
    guard let archiver = archive["$archiver"], let objects = archive["$objects"],
      let top = archive["$top"], case .array(let entries) = try list.node(objects),
      let name = try Self.name(archiver, of: list), name.hasSuffix("KeyedArchiver")
    else { throw BinaryPropertyList.damaged("it is a property list, but not a keyed archive") }
    self.objects = try list.numbers(entries)
    self.top = top
    let fields = try Self.fields(top, of: list)
    guard let (key, value) = Self.root(of: fields), case .uid(let root) = try list.node(value)
    else { throw BinaryPropertyList.damaged("it has several outermost objects, or none") }
    (self.key, self.value, self.root) = (key, value, root)
  }

  private static func root(of fields: [String: Int]) -> (String, Int)? {
    if let value = fields["root"] { return ("root", value) }
    return fields.count == 1 ? fields.first.map { ($0.key, $0.value) } : nil
  }

  /// Returns the dictionary with a number. If a key occurs twice, the first one counts, as in
  /// Foundation.
  static func fields(
    _ number: Int, of list: BinaryPropertyList
  ) throws(PersistenceError) -> [String: Int] {
    guard case .dictionary(let keys, let values) = try list.node(number) else {
      throw BinaryPropertyList.damaged("a dictionary is missing")
    }
    var fields: [String: Int] = [:]
    for (key, value) in zip(try list.numbers(keys), try list.numbers(values)) {
      guard let name = try Self.name(key, of: list) else { continue }
      if fields[name] == nil { fields[name] = value }
    }
    return fields
  }

  /// The maximum number of bytes in the name of a field or a class. Any number of references can
  /// lead to one text, so a longer one, which no archiver writes, is not read.
  private static let longestName = 256

  /// Returns the name with a number; nil if the object is not a text, or too long for a name.
  private static func name(
    _ number: Int, of list: BinaryPropertyList
  ) throws(PersistenceError) -> String? {
    let node = try list.node(number)
    switch node {
    case .ascii(let range), .utf16(let range):
      return try range.count <= longestName ? list.string(node) : nil
    default: return nil
    }
  }

  /// Returns the object of an entry.
  func node(_ uid: Int) throws(PersistenceError) -> PropertyListNode {
    try list.node(try object(uid))
  }

  /// Returns the fields of an entry that is a dictionary.
  func fields(_ uid: Int) throws(PersistenceError) -> [String: Int] {
    try Self.fields(try object(uid), of: list)
  }

  /// Returns the number of an entry's fields, without reading them.
  func fieldCount(_ uid: Int) throws(PersistenceError) -> Int {
    guard case .dictionary(let keys, _) = try node(uid) else { return 0 }
    return keys.count
  }

  /// Returns the number of an entry's object.
  private func object(_ uid: Int) throws(PersistenceError) -> Int {
    guard objects.indices.contains(uid) else {
      throw BinaryPropertyList.damaged("a UID points at nothing")
    }
    return objects[uid]
  }

  /// Returns the class of an entry and its superclasses; empty for texts, numbers and data.
  func classes(of fields: [String: Int]) throws(PersistenceError) -> [String] {
    guard let field = fields["$class"],
      case .uid(let uid) = try list.node(field)
    else { return [] }
    let description = try self.fields(uid)
    var names: [String] = []
    if let name = description["$classname"], let text = try Self.name(name, of: list) {
      names.append(text)
    }
    guard let chain = description["$classes"],
      case .array(let classes) = try list.node(chain)
    else { return names }
    for number in try list.numbers(classes, limit: 64) {
      if let text = try Self.name(number, of: list), text != names.first {
        names.append(text)
      }
    }
    return names
  }
}
