public import Foundation

/// A class that declares its name in archives, so that it can be renamed or moved to another
/// module. The default name is that of `NSStringFromClass`, such as `Drawings.Shape`. A class
/// nested in another type should always declare a name: Foundation on Linux does not find such a
/// class by its own name, and other platforms use another name.
///
/// ```swift
/// extension Shape: ArchiveClassNaming {
///   class var archiveClassName: String { "Shape" }
///   class var formerArchiveClassNames: [String] { ["Drawings.Shape"] }
///   class var archivableSubclasses: [AnyClass] { [Circle.self, Square.self] }
/// }
/// ```
/// Each subclass needs its own name. `NSKeyedUnarchiver` finds a class by this name after
/// `NSKeyedUnarchiver.setClass(Shape.self, forClassName: "Shape")`.
public protocol ArchiveClassNaming: NSObject {
  /// The stable name.
  static var archiveClassName: String { get }
  /// The names of this class in older archives: those that it declared, and the one from before it
  /// declared any. The default is none; a subclass does not inherit them.
  static var formerArchiveClassNames: [String] { get }
  /// The subclasses whose objects are accepted where this class is expected. Archives may name only
  /// classes that are declared in this way or asked for by name. The default is none.
  static var archivableSubclasses: [AnyClass] { get }
}

extension ArchiveClassNaming {
  /// An empty list.
  public static var formerArchiveClassNames: [String] { [] }
  /// An empty list.
  public static var archivableSubclasses: [AnyClass] { [] }
}
