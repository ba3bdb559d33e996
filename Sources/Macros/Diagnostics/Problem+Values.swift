// Problems with a value in several columns.

extension Problem {
  static func notAValue(_ keyword: String) -> Problem {
    Problem(
      "notAValue",
      "'@Embeddable' stores the properties of a struct in columns; for this \(keyword), write a 'CompositeCodec'"
    )
  }

  static let genericValue = Problem(
    "genericValue",
    "an embeddable struct cannot be generic, since a table has columns of fixed types; write a "
      + "'CompositeCodec' for each type that you store")

  static let localValue = Problem(
    "localValue",
    "an embeddable struct cannot be declared inside a function; move it to the file or into a type")

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

  static let inverseField = Problem(
    "inverseField", "only a property of a persistent class can be an inverse")
}
