import PersistentObjectsNames
import SwiftSyntax

/// The names that generated code declares or refers to.
enum Generated {
  /// The module that users import. Everything in this package is named through it.
  static let module = "PersistentObjects"
  static let persistentObject = "PersistentObject"

  /// Returns a protocol to which the compiler asks the class to conform, with its module.
  ///
  /// `Hashable` is named in addition to `PersistentObject`, although that implies it. Otherwise, if
  /// the type checker needs the conformance for a `Set` before it has reached the class, it makes
  /// one without a witness table, and a build without optimization crashes (Swift 6.3.1).
  /// `Equatable` is named because an extension of the user's may imply it, such as one for
  /// `Comparable`, and would isolate it in a module whose default is the main actor.
  static func conformance(_ type: TypeSyntax) -> String {
    let name = type.trimmedDescription.split(separator: ".").last ?? ""
    return (name == persistentObject ? module : "Swift") + ".\(name)"
  }

  /// Attributes.
  static let persistent = "Persistent"
  static let embeddable = "Embeddable"
  static let persisted = "_Persisted"
  static let column = "Column"
  static let transient = "Transient"
  static let inverse = "Inverse"
  static let leavesSession = "_LeavesSession"

  /// Members of every persistent class.
  static let object = "_object"
  static let index = "_Index"
  static let propertyCount = "_propertyCount"
  static let entity = "_entity"
  static let unretainedEntity = "_unretainedEntity"
  static let ownEntity = "_ownEntity"
  static let makeEntity = "_makeEntity"
  static let exchangeValue = "_exchangeValue"
  static let keyPaths = "_keyPaths"
  static let store = "_store"
  static let findFirst = "_findFirst"
  static let snapshot = "snapshot"
  static let snapshotType = "Snapshot"
  /// The part of a subclass's snapshot that holds its superclass's snapshot.
  static let inherited = "inherited"
  static let primaryKey = "pk"
  static let indices = "indices"
  static let rules = "rules"
  /// The type property that declares the store of a class.
  static let ownStore = "store"

  /// The first statement of each `deinit`.
  static let leaving = "\(object).leaveSession()"

  /// The column of the primary key.
  static let keyColumn = "pk"
  /// The maximum number of persistent properties that a class may declare.
  static let maximumProperties = 1024

  /// Generic parameters of members.
  static let subclassParameter = "_Subclass"
  static let valueParameter = "_Value"

  /// Returns the name of the type property with a property's default value for a public
  /// initializer.
  static func publicDefault(of name: Name) -> Name { Name(generated: "_\(name.text)Default") }

  /// Returns the name of the private property that holds the value of a persistent one: `_age` for
  /// `age`, but `object_storage` for `object`, since `_object` is taken.
  static func storage(of name: Name) -> Name {
    let storage = "_" + name.text
    return Name(
      generated: ReservedNames.members.contains(storage) ? name.text + "_storage" : storage)
  }
}
