// Problems with a class as a whole.

import SwiftDiagnostics

extension Problem {
  static func notAClass(_ kind: String) -> Problem {
    Problem(
      "notAClass",
      "'@Persistent' needs a class, since objects have identity; this is \(kind)")
  }

  static let genericClass = Problem(
    "genericClass",
    "a persistent class cannot be generic, since a table has columns of fixed types")

  static let genericContext = Problem(
    "genericContext",
    "a persistent class cannot be nested in something generic, "
      + "since a table has columns of fixed types")

  static let localClass = Problem(
    "localClass",
    "a persistent class cannot be declared inside a function; move it to the file or into a type")

  static func reservedClass(_ name: String) -> Problem {
    Problem(
      "reservedClass",
      "'\(name)' is the name of another type in the code that '@Persistent' reads or writes; give "
        + "the class another name, and name its table as you like with '@Persistent(table:)'")
  }

  static func missingInit(superclass: String) -> Problem {
    Problem(
      "missingInit",
      "this class needs an 'init' of its own, since a macro cannot see what '\(superclass)' needs")
  }

  static let finalAbstractClass = Problem(
    "finalAbstractClass",
    "an abstract class has only the objects of its subclasses, so it cannot be 'final'")

  static func tableOfAbstractClass(_ argument: String) -> Problem {
    Problem(
      "tableOfAbstractClass",
      "an abstract class has no table, so '\(argument)' has no meaning here; name the tables of its subclasses"
    )
  }

  static func tooManyProperties(_ count: Int) -> Problem {
    Problem(
      "tooManyProperties",
      "a class can have at most \(Generated.maximumProperties) persistent properties, not \(count)")
  }

  static let isolatedDeinit = Problem(
    "isolatedDeinit",
    "'deinit' runs where the object's session does, so it cannot be isolated to an actor")

  static func isolated(to actor: String) -> Problem {
    Problem(
      "isolated",
      "a persistent class cannot be isolated to '\(actor)', since each object belongs to a session")
  }

  static func otherAccessors(_ attribute: String) -> Problem {
    Problem(
      "otherAccessors",
      "'@\(attribute)' writes accessors for all stored properties, as '@Persistent' does; remove one of "
        + "them")
  }

  static let outOfReach = Problem(
    "outOfReach",
    "the conformance to 'PersistentObject' is an extension at file scope, which cannot access what is "
      + "'private' in a type; make it 'fileprivate'")

  static let sendable = Problem(
    "sendable",
    "objects are not 'Sendable', since each belongs to a session; pass 'snapshot' or 'key' instead"
  )

  /// - Parameters:
  ///   - name: the protocol in the inheritance clause.
  ///   - functions: the protocol's requirements that the class does not declare.
  static func notDerived(_ name: String, lacking functions: [String]) -> Problem {
    let missing = functions.map { "'\($0)'" }.joined(separator: " and ")
    return Problem(
      "notDerived",
      "the compiler cannot derive '\(name)' for a class with generated members; use 'snapshot', which is 'Codable', "
        + "or write \(missing) here or, with '\(name)', in an extension", severity: .warning)
  }

  static func hidingType(_ name: String) -> Problem {
    Problem(
      "hidingType",
      "inside the class, this type hides the '\(name)' that generated code names; give it another name"
    )
  }

  static func unknownSuperInit(_ superclass: String) -> Problem {
    Problem(
      "unknownSuperInit",
      "loading an object calls 'super.init()', but nothing shows that '\(superclass)' has one; give it "
        + "an 'init' without parameters and call that in one 'init' here, or make it persistent")
  }

  static func operatorInClass(_ name: String) -> Problem {
    Problem(
      "operatorInClass",
      "the compiler finds '\(name)' twice when a class with generated members declares it; move "
        + "'\(name)' and 'Comparable' to an extension", severity: .warning)
  }

  static func incomplete(_ name: String) -> Problem {
    Problem(
      "incomplete",
      "generated code refers to '\(name)' whatever branch of '#if' is active; declare it in all of them, "
        + "with an '#else', or put the '#if' inside it")
  }

  static func unequalThrows(_ name: String) -> Problem {
    Problem(
      "unequalThrows",
      "generated code uses 'try' for '\(name)', since it throws in another branch of '#if'; let it throw "
        + "in all of them", severity: .warning)
  }

  static let ownEquality = Problem(
    "ownEquality",
    "objects are equal only if they are identical, which sessions rely on; compare their values with a function "
      + "of another name")

  static func duplicateAttribute(_ name: String) -> Problem {
    Problem("duplicateAttribute", "'@\(name)' is applied twice")
  }
}
