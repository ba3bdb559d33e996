/// A `Codable` type that declares its name in archives, so that an archive of another type is
/// refused with `KeyedArchiveError.Code.unexpectedType` even if all its fields would decode.
///
/// ```swift
/// extension Settings: ArchiveTypeNaming {
///   static var archiveTypeName: String { "Settings" }
///   static var formerArchiveTypeNames: [String] { ["Preferences"] }
/// }
/// ```
/// The name is written into each archive and is independent of the Swift name, so the type can be
/// renamed. Archives from before the type declared a name can still be read. Only the type of the
/// outermost value is named: `[Settings]` has no name.
public protocol ArchiveTypeNaming {
  /// The stable name.
  static var archiveTypeName: String { get }
  /// The names that this type has in older archives. The default is none.
  static var formerArchiveTypeNames: [String] { get }
}

extension ArchiveTypeNaming {
  /// An empty list.
  public static var formerArchiveTypeNames: [String] { [] }
}

/// The name of the outermost type in an archive, and the names that a type accepts.
enum ArchiveTypeName {
  /// Returns the name of a type in archives; nil if it declares none.
  static func of(_ type: Any.Type) -> String? {
    (type as? any ArchiveTypeNaming.Type)?.archiveTypeName
  }

  /// Throws if an archive with this name is not an archive of the type.
  static func check(_ name: String?, isOneOf type: Any.Type) throws(KeyedArchiveError) {
    guard let name else { return }
    let naming = type as? any ArchiveTypeNaming.Type
    let names = naming.map { [$0.archiveTypeName] + $0.formerArchiveTypeNames } ?? []
    if names.contains(name) { return }
    throw KeyedArchiveError(
      .unexpectedType,
      "the archive was written for the type '\(name)', which is not an archiveTypeName or one of "
        + "the formerArchiveTypeNames of \(type)")
  }
}
