// Problems with the names of properties and with the attributes on them.

import SwiftDiagnostics

extension Problem {
  static func reservedName(_ name: String) -> Problem {
    Problem("reservedName", "'\(name)' is a name that every persistent class has already")
  }

  static func otherMeaning(_ name: String, column: String) -> Problem {
    Problem(
      "otherMeaning",
      "'\(name)' means something else in Swift or in generated code; give the property another name, "
        + "which can keep the column by '@Column(\(column.swiftLiteral))'")
  }

  static func sharedFinder(_ finder: String, with other: String) -> Problem {
    Problem(
      "sharedFinder",
      "'\(finder)' would find by '\(other)' as well, since the names differ in the case of the first "
        + "letter only; rename one of them")
  }

  static func storageTaken(_ name: String, by property: String) -> Problem {
    Problem(
      "storageTaken", "'\(name)' is the storage of the persistent property '\(property)'; rename it"
    )
  }

  static func duplicateColumn(_ column: String, of other: String) -> Problem {
    Problem(
      "duplicateColumn",
      "'\(other)' has the column '\(column)' already; give one of them another with '@Column'")
  }

  static func columnOnOther(_ kind: String) -> Problem {
    Problem("columnOnOther", "'@Column' needs a stored property; this one is \(kind)")
  }

  static let columnOnTransient = Problem(
    "columnOnTransient", "a '@Transient' property is not stored, so it has no column")

  static func transientWithoutDefault(_ name: String) -> Problem {
    Problem(
      "transientWithoutDefault",
      "a '@Transient' property needs a default value, since a loaded object has no other for "
        + "'\(name)'")
  }

  static func uselessTransient(_ kind: String) -> Problem {
    Problem(
      "uselessTransient", "'@Transient' changes nothing: a \(kind) property is not stored anyway",
      severity: .warning)
  }

  static func outsideOfClass(_ attribute: String) -> Problem {
    Problem(
      "outsideOfClass", "'@\(attribute)' needs a property of a class that is '@Persistent'")
  }
}
