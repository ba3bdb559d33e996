import Foundation

/// The names of classes in archives.
enum ArchiveClassName {
  /// Returns the name of a class; throws if it has no stable one.
  static func of(_ type: AnyClass) throws -> String {
    let name = (type as? any ArchiveClassNaming.Type)?.archiveClassName ?? ownName(of: type)
    if name.contains("(") || name.contains(" ") {
      throw KeyedArchiveError.cannotArchive(
        "the class \(name) is private or local and has no stable name; make it conform to ArchiveClassNaming"
      )
    }
    return name
  }

  /// Returns the names of a class in older archives. They do not include those of its superclass,
  /// which a class inherits if it declares none.
  static func former(of type: AnyClass) -> [String] {
    let names = (type as? any ArchiveClassNaming.Type)?.formerArchiveClassNames ?? []
    let inherited = superclass(of: type).map(allFormer) ?? []
    return names.filter { !inherited.contains($0) }
  }

  private static func allFormer(of type: AnyClass) -> [String] {
    (type as? any ArchiveClassNaming.Type)?.formerArchiveClassNames ?? []
  }

  /// Returns the names of a class and of its superclasses.
  static func chain(of type: AnyClass) throws -> [String] {
    var names = [try of(type)]
    if FoundationClass(rawValue: names[0]) != nil { throw taken(names[0], by: type) }
    var next: AnyClass? = superclass(of: type)
    while let current = next {
      let name = try of(current)
      if names.contains(name) { throw taken(name, by: type) }
      names.append(name)
      next = superclass(of: current)
    }
    return names
  }

  private static func taken(_ name: String, by type: AnyClass) -> KeyedArchiveError {
    .cannotArchive(
      "the class \(type) needs an archiveClassName of its own; \(name) belongs to another class")
  }

  #if canImport(ObjectiveC)
    private static func ownName(of type: AnyClass) -> String { NSStringFromClass(type) }
    private static func superclass(of type: AnyClass) -> AnyClass? { class_getSuperclass(type) }

    /// Always false: Apple's classes report problems of an archive to their coder.
    static func stopsOnBadArchives(_ type: AnyClass) -> Bool { false }
  #else
    /// Returns the result of `NSStringFromClass`, which stops the process for a nested class.
    private static func ownName(of type: AnyClass) -> String {
      let name = String(reflecting: type)
      let prefix = "Foundation."
      return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    }

    private static func superclass(of type: AnyClass) -> AnyClass? {
      (type as? NSObject.Type)?.superclass
    }

    /// Whether a class has, or inherits, a coder of Foundation's on Linux. These trust archives:
    /// many stop the process for a number out of range, a missing object, or any coder other than
    /// `NSKeyedArchiver`. ``FoundationClass`` lists the classes that archives may hold.
    static func stopsOnBadArchives(_ type: AnyClass) -> Bool {
      let module = String(reflecting: type).prefix { $0 != "." }
      let isFoundations = ["Foundation", "FoundationNetworking", "FoundationXML"].contains(module)
      if isFoundations, type is any NSCoding.Type { return true }
      return superclass(of: type).map(stopsOnBadArchives) ?? false
    }
  #endif
}
