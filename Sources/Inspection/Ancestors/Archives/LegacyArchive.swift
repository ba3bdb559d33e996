public import PersistentObjects

/// An object of some class, archived by `NSKeyedArchiver`.
///
/// ```swift
/// if case .archive(let archive) = object.values[0] { print(archive.classes, try archive.value()) }
/// ```
///
/// No class is instantiated: the contents are read from the archive's property list.
public struct LegacyArchive: Hashable, Sendable {
  /// The archive with its outermost object under the key `root`, as in archives of this package.
  /// Only that key differs from the original; an archive that cannot be read is left unchanged.
  public let bytes: [UInt8]
  /// The key of the outermost object in the original, which is the name of its class at that time;
  /// nil if the archive cannot be read.
  public let key: String?
  /// The class of the outermost object, then its superclasses, as the archive names them. For a
  /// plain text, number or data, the name of the class that represents it.
  public let classes: [String]
  /// The reason why the archive cannot be read; nil if it can.
  public let damage: String?

  /// The class of the outermost object, if it is known.
  public var className: String? { classes.first }

  /// Returns whether bytes begin like a binary property list.
  static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("bplist".utf8)) }

  /// Creates an archive, and reads its outer form and the class of its object.
  public init(_ bytes: [UInt8]) {
    do {
      self = try LegacyArchive(reading: bytes)
    } catch {
      self.init(bytes, key: nil, classes: [], damage: error.message)
    }
  }

  private init(reading bytes: [UInt8]) throws(PersistenceError) {
    let head = try ArchiveHead(bytes)
    self.init(
      try Self.withRoot(head), key: head.key, classes: try Self.classes(head), damage: nil)
  }

  private init(_ bytes: [UInt8], key: String?, classes: [String], damage: String?) {
    self.bytes = bytes
    self.key = key
    self.classes = classes
    self.damage = damage
  }

  private static func withRoot(_ head: ArchiveHead) throws(PersistenceError) -> [UInt8] {
    if head.key == "root" { return head.list.bytes }
    return try PropertyListCopy.of(
      head.list, settingDictionary: head.top, key: "root", value: head.value)
  }

  private static func classes(_ head: ArchiveHead) throws(PersistenceError) -> [String] {
    switch try head.node(head.root) {
    case .dictionary: return try head.classes(of: try head.fields(head.root))
    case .ascii, .utf16: return ["NSString"]
    case .integer, .unsigned, .float, .real, .bool: return ["NSNumber"]
    case .data: return ["NSData"]
    case .date: return ["NSDate"]
    default: return []
    }
  }
}

extension LegacyArchive {
  /// Returns the value of an archive of strings, numbers, dates, data, URLs and null, and of
  /// arrays, dictionaries and sets of them, at any depth.
  ///
  /// - Throws: `PersistenceError` if the archive has an object of another class, or is damaged.
  ///   Such a value remains an archive.
  public func value() throws(PersistenceError) -> LegacyValue {
    var reader = ArchiveTree(try ArchiveHead(bytes))
    return try reader.value()
  }
}
