// Problems with a value in several columns.

extension Problem {
  static func notAValue(_ keyword: String) -> Problem {
    Problem(
      "notAValue",
      "'@Embeddable' stores a struct or an enum in columns; for this \(keyword), write a 'CompositeCodec'"
    )
  }

  static let genericValue = Problem(
    "genericValue",
    "an embeddable type cannot be generic, since a table has columns of fixed types; write a "
      + "'CompositeCodec' for each type that you store")

  static let localValue = Problem(
    "localValue",
    "an embeddable type cannot be declared inside a function; move it to the file or into a type")

  static let valueWithoutFields = Problem(
    "valueWithoutFields", "an embeddable struct needs at least one stored property")

  static let constantField = Problem(
    "constantField",
    "a constant with a value cannot be read from a column; make it 'static', make it a 'var', or give it its "
      + "value in 'init'")

  static let collectionField = Problem(
    "collectionField",
    "a field cannot be a collection, which needs a table of its own; make it a property of the class, or name "
      + "a codec for the whole with '@Column(codec:)'")

  static func argumentOfField(_ argument: String) -> Problem {
    Problem(
      "argumentOfField",
      "'\(argument)' is for properties of persistent classes; this is a field of a value")
  }

  static let enumWithoutCases = Problem(
    "enumWithoutCases", "an embeddable enum needs at least one case")

  static let conditionalCase = Problem(
    "conditionalCase",
    "a case inside '#if' would be stored by some builds and unknown to others; declare it in all")

  static let rawValues = Problem(
    "rawValues",
    "an enum with raw values is stored by these in one column, and needs no '@Embeddable'")

  static let indirectCase = Problem(
    "indirectCase",
    "a value that contains itself would have columns without end; name a codec of one column with '@Column(codec:)'"
  )

  static let columnOfCases = Problem(
    "columnOfCases", "'@Column' names one case; declare each case in a line of its own")

  static func argumentOfCase(_ argument: String) -> Problem {
    Problem(
      "argumentOfCase",
      "'@Column' of a case takes its name and 'renamedFrom:', literals, and not '\(argument)'")
  }

  static func nameOfCase(_ name: String) -> Problem {
    Problem(
      "nameOfCase", "the name of a case cannot contain ',', '(', ')' or '/', as '\(name)' does")
  }

  static func nameOfCases(_ name: String) -> Problem {
    Problem(
      "nameOfCases", "each case is stored by its name, so two cannot have the name '\(name)'")
  }

  static func unstorableValue(_ kind: String) -> Problem {
    Problem("unstorableValue", "\(kind) cannot be stored in a column")
  }

  static let collectionValue = Problem(
    "collectionValue",
    "an associated value cannot be a collection, which needs a table of its own; make it a property of the class"
  )

  static let inverseField = Problem(
    "inverseField", "only a property of a persistent class can be an inverse")
}
