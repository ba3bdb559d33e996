// Problems with the names of properties and with the attributes on them.

import SwiftDiagnostics

extension Problem {
  static func reservedName(_ name: String) -> Problem {
    Problem("reservedName", "'\(name)' is already a member of every persistent class")
  }

  static func otherMeaning(_ name: String, column: String) -> Problem {
    Problem(
      "otherMeaning",
      "'\(name)' has another meaning in Swift or in generated code; give the property another name, "
        + "and keep the column with '@Column(\(column.swiftLiteral))'")
  }

  static func sharedFinder(_ finder: String, with other: String) -> Problem {
    Problem(
      "sharedFinder",
      "'\(finder)' would find by '\(other)' as well, since the names differ only in the case of the "
        + "first letter; rename one of them")
  }

  static func storageTaken(_ name: String, by property: String) -> Problem {
    Problem(
      "storageTaken", "'\(name)' is the storage of the persistent property '\(property)'; rename it"
    )
  }

  static func duplicateColumn(_ column: String, of other: String) -> Problem {
    Problem(
      "duplicateColumn",
      "'\(other)' already has the column '\(column)'; give one of them another with '@Column'")
  }

  static func columnOnOther(_ kind: String) -> Problem {
    Problem("columnOnOther", "'@Column' needs a stored property; this one is \(kind)")
  }

  static let columnOnTransient = Problem(
    "columnOnTransient", "a '@Transient' property is not stored, so it has no column")

  static func transientWithoutDefault(_ name: String) -> Problem {
    Problem(
      "transientWithoutDefault",
      "a '@Transient' property needs a default value, since a loaded object has no other value for "
        + "'\(name)'")
  }

  static func uselessTransient(_ kind: String) -> Problem {
    Problem(
      "uselessTransient", "'@Transient' has no effect: a \(kind) property is not stored anyway",
      severity: .warning)
  }

  static func outsideOfClass(_ attribute: String) -> Problem {
    Problem(
      "outsideOfClass", "'@\(attribute)' needs a property of a '@Persistent' class")
  }
}
