// Problems with the declaration of a property.

extension Problem {
  static func constant(_ name: String) -> Problem {
    Problem(
      "constant",
      "a persistent property must be a 'var', since it is set when an object is loaded; "
        + "'\(name)' can be a 'private(set) var', or '@Transient'")
  }

  static func modified(by keyword: String) -> Problem {
    Problem(
      "modified", "a persistent property cannot be '\(keyword)'; remove it or add '@Transient'")
  }

  static func observed(by observer: String) -> Problem {
    Problem(
      "observed",
      "a persistent property cannot have '\(observer)', since its accessors are generated; "
        + "remove it or add '@Transient'")
  }

  static func wrapped(by attribute: String) -> Problem {
    Problem(
      "wrapped",
      "'@\(attribute)' on a persistent property would give one storage two owners; "
        + "remove it or add '@Transient'")
  }

  /// - Parameters:
  ///   - name: the property.
  ///   - type: the type that its value is likely to have, if the spelling shows one.
  static func unknownType(_ name: String, likely type: String?) -> Problem {
    Problem(
      "unknownType",
      "a macro sees the default value of '\(name)', but not its type; write that after the name"
        + (type.map { ": '\(name): \($0)'" } ?? ""))
  }

  static func unstorable(_ type: String) -> Problem {
    Problem("unstorable", "\(type) cannot be stored; add '@Transient' with a default value")
  }

  static let nestedOptional = Problem(
    "nestedOptional",
    "an optional of an optional has two kinds of nil; declare it with one '?', or name a codec with "
      + "'@Column(codec:)'")

  static func optionalKey(_ what: String) -> Problem {
    Problem(
      "optionalKey",
      "\(what) cannot be nil, since it is part of its row's key; declare it without '?', or name a codec "
        + "with '@Column(codec:)'")
  }

  static let covariantSelf = Problem(
    "covariantSelf",
    "'Self' is a different type in each subclass, but a table has columns of fixed types; write the name of "
      + "the class")

  static let unavailable = Problem(
    "unavailable",
    "a persistent property is read and written, so it cannot be unavailable; make it private, or add "
      + "'@Transient'")

  static let storedOverride = Problem(
    "storedOverride",
    "a persistent property is declared once, in the superclass; give it another value in 'init'")

  static func inverseOfOther(_ source: String, element: String) -> Problem {
    Problem(
      "inverseOfOther",
      "an inverse holds the objects that refer to this one: the key path begins with '\(source)', but the "
        + "property holds '\(element)'")
  }

  static let timestampWithoutDate = Problem(
    "timestampWithoutDate", "a time that the engine sets must have the type 'Date' or 'Date?'")

  static let versionType = Problem(
    "versionType", "a version must have the type 'Int', 'Int64' or 'Int32' and cannot be optional")

  static func secondVersion(_ first: String) -> Problem {
    Problem(
      "secondVersion",
      "a class has one version, which counts all changes; '\(first)' is already the version")
  }

  static func ruleOfValue(_ argument: String) -> Problem {
    Problem(
      "ruleOfValue",
      "'\(argument)' is for references to persistent objects; this property holds a value")
  }

  static let nullifyRequired = Problem(
    "nullifyRequired",
    "'onDelete: .nullify' needs a property that can be nil; make it optional, or choose "
      + "'.restrict' or '.cascade'")

  static let cascadingCollection = Problem(
    "cascadingCollection",
    "an object is not deleted with one element of its collection; choose '.nullify' or '.restrict'")

  static let inverseType = Problem(
    "inverseType",
    "an inverse must be an array, a set or an optional of a persistent class: one, many or no objects "
      + "may refer to this one")

  static let inverseWithDefault = Problem(
    "inverseWithDefault",
    "an inverse is derived from what other objects refer to; its only default is '[]' or nil")

  static func inverseWith(_ attribute: String) -> Problem {
    Problem(
      "inverseWith",
      "an inverse is derived from a stored property, so it cannot have '@\(attribute)'")
  }

  static func inverseOnOther(_ kind: String) -> Problem {
    Problem("inverseOnOther", "'@Inverse' needs a property with storage; this one is \(kind)")
  }

  static let tuplePattern = Problem(
    "tuplePattern", "a persistent property must be declared on its own, not in a tuple")

  static let severalProperties = Problem(
    "severalProperties", "persistent properties must be declared one by one")

  static func conditional(_ name: String) -> Problem {
    Problem(
      "conditional",
      "a persistent property cannot be inside '#if', since the table would depend on it; "
        + "move '\(name)' out or add '@Transient'")
  }
}
