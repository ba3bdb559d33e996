import Foundation

/// The classes that an archive may name, apart from Foundation's.
package struct AllowedClasses: Sendable {
  private var classes: [String: any (NSObject & NSCoding).Type] = [:]

  /// Makes a list of these classes and the subclasses that they declare.
  package init(_ types: [AnyClass]) throws {
    for type in types { try add(type) }
  }

  /// Throws if an archive that names this class could not be read with these classes.
  func check(_ name: String) throws {
    guard named(name) == nil else { return }
    throw KeyedArchiveError(
      .classNotAllowed,
      "\(name) is not among the allowed classes; list it in archivableSubclasses or allowing:")
  }

  func named(_ name: String) -> (any (NSObject & NSCoding).Type)? { classes[name] }

  private mutating func add(_ type: AnyClass) throws {
    guard let coding = type as? any (NSObject & NSCoding).Type,
      !ArchiveClassName.stopsOnBadArchives(type)
    else { return }
    let name = try ArchiveClassName.of(type)
    if classes[name] == coding { return }
    for name in [name] + ArchiveClassName.former(of: type) { try set(name, for: coding) }
    for subclass in (type as? any ArchiveClassNaming.Type)?.archivableSubclasses ?? [] {
      try add(subclass)
    }
  }

  private mutating func set(_ name: String, for type: any (NSObject & NSCoding).Type) throws {
    if let known = classes[name], known != type {
      throw KeyedArchiveError.cannotArchive(
        "the classes \(known) and \(type) have the same archive name, \(name)")
    }
    classes[name] = type
  }
}
