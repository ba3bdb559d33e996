import Foundation

/// A class that says by which name archives know it, so that it may be renamed or moved to
/// another module. Without this the name is the one that `NSStringFromClass` gives, such as
/// `Drawings.Shape`. A class inside of another type should always declare one: Foundation on Linux
/// does not find it by its own name, and other platforms call it otherwise.
///
/// ```swift
/// extension Shape: ArchiveClassNaming {
///   class var archiveClassName: String { "Shape" }
///   class var formerArchiveClassNames: [String] { ["Drawings.Shape"] }
///   class var archivableSubclasses: [AnyClass] { [Circle.self, Square.self] }
/// }
/// ```
/// Each subclass needs a name of its own. `NSKeyedUnarchiver` finds a class by such a name after
/// `NSKeyedUnarchiver.setClass(Shape.self, forClassName: "Shape")`.
public protocol ArchiveClassNaming: NSObject {
  /// The stable name.
  static var archiveClassName: String { get }
  /// The names that older archives have for this class: those it declared, and the one it had
  /// before it declared any. The default is none; a subclass does not inherit them.
  static var formerArchiveClassNames: [String] { get }
  /// The subclasses whose objects may stand where this class is asked for. Archives may name no
  /// class that is not declared in this way, or asked for by name. The default is none.
  static var archivableSubclasses: [AnyClass] { get }
}

extension ArchiveClassNaming {
  /// None.
  public static var formerArchiveClassNames: [String] { [] }
  /// None.
  public static var archivableSubclasses: [AnyClass] { [] }
}
