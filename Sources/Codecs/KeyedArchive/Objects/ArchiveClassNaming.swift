import Foundation

/// A class that says by which name archives know it, so that it may be renamed or moved to
/// another module. Without this the name is the one that `NSStringFromClass` gives.
///
/// ```swift
/// extension Shape: ArchiveClassNaming {
///   class var archiveClassName: String { "Shape" }
///   class var archivableSubclasses: [AnyClass] { [Circle.self, Square.self] }
/// }
/// ```
/// Each subclass needs a name of its own.
public protocol ArchiveClassNaming: NSObject {
  /// The stable name.
  static var archiveClassName: String { get }
  /// The subclasses whose objects may stand where this class is asked for. Archives may name no
  /// class that is not declared in this way, or asked for by name. The default is none.
  static var archivableSubclasses: [AnyClass] { get }
}

extension ArchiveClassNaming {
  /// None.
  public static var archivableSubclasses: [AnyClass] { [] }
}

/// The names by which archives know classes.
enum ArchiveClassName {
  /// The name of a class; throws if it has none that stays the same.
  static func of(_ type: AnyClass) throws -> String {
    let name = (type as? any ArchiveClassNaming.Type)?.archiveClassName ?? ownName(of: type)
    if name.contains("(") || name.contains(" ") {
      throw KeyedArchiveError.cannotArchive(
        "The class \(name) is private or local and has no stable name; let it be ArchiveClassNaming."
      )
    }
    return name
  }

  /// The names of a class and of its superclasses.
  static func chain(of type: AnyClass) throws -> [String] {
    var names = [try of(type)]
    if FoundationClass(rawValue: names[0]) != nil { throw taken(names[0], type) }
    var next: AnyClass? = superclass(of: type)
    while let current = next {
      let name = try of(current)
      if names.contains(name) { throw taken(name, type) }
      names.append(name)
      next = superclass(of: current)
    }
    return names
  }

  private static func taken(_ name: String, _ type: AnyClass) -> KeyedArchiveError {
    .cannotArchive(
      "The class \(type) needs an archiveClassName of its own; \(name) is another class's.")
  }

  #if canImport(ObjectiveC)
    private static func ownName(of type: AnyClass) -> String { NSStringFromClass(type) }
    private static func superclass(of type: AnyClass) -> AnyClass? { class_getSuperclass(type) }
  #else
    /// What `NSStringFromClass` gives; that one stops the process for a nested class.
    private static func ownName(of type: AnyClass) -> String {
      let name = String(reflecting: type)
      let prefix = "Foundation."
      return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    }

    private static func superclass(of type: AnyClass) -> AnyClass? {
      (type as? NSObject.Type)?.superclass
    }
  #endif
}

/// The classes that an archive may name, apart from Foundation's.
struct AllowedClasses {
  private var classes: [String: any (NSObject & NSCoding).Type] = [:]

  /// The classes given and the subclasses that they declare.
  init(_ types: [AnyClass]) throws {
    for type in types { try add(type) }
  }

  func named(_ name: String) -> (any (NSObject & NSCoding).Type)? { classes[name] }

  private mutating func add(_ type: AnyClass) throws {
    guard let coding = type as? any (NSObject & NSCoding).Type else { return }
    let name = try ArchiveClassName.of(type)
    if let known = classes[name] {
      guard known != coding else { return }
      throw KeyedArchiveError.cannotArchive(
        "The classes \(known) and \(type) have the same archive name, \(name).")
    }
    classes[name] = coding
    for subclass in (type as? any ArchiveClassNaming.Type)?.archivableSubclasses ?? [] {
      try add(subclass)
    }
  }
}
