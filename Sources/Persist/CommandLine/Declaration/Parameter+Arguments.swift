extension Parameter {
  /// An argument that must be given.
  static func argument(
    _ placeholder: String, _ type: ValueType<Value>, help: String
  ) -> Parameter {
    Parameter(
      declaration: ParameterDeclaration(
        role: .argument, placeholder: placeholder, kind: type.kind, help: help, isRequired: true)
    ) { texts throws(UnreadableTexts) in
      // The parser reads only what exists; an empty text is refused by the type or accepted.
      try type.value(of: texts.last ?? "")
    }
  }

  /// An argument that may be left out.
  static func optionalArgument<Wrapped>(
    _ placeholder: String, _ type: ValueType<Wrapped>, help: String
  ) -> Parameter where Value == Wrapped? {
    Parameter(
      declaration: ParameterDeclaration(
        role: .argument, placeholder: placeholder, kind: type.kind, help: help)
    ) { texts throws(UnreadableTexts) in try type.lastValue(of: texts) }
  }

  /// An argument that may be left out for a default, which help shows.
  static func argument(
    _ placeholder: String, _ type: ValueType<Value>, default value: Value, shown: String,
    help: String
  ) -> Parameter {
    Parameter(
      declaration: ParameterDeclaration(
        role: .argument, placeholder: placeholder, kind: type.kind, help: help, defaultText: shown)
    ) { texts throws(UnreadableTexts) in try type.lastValue(of: texts) ?? value }
  }

  /// Any number of arguments, including none; the last argument of a command.
  static func arguments<Element>(
    _ placeholder: String, _ type: ValueType<Element>, help: String
  ) -> Parameter where Value == [Element] {
    Parameter(
      declaration: ParameterDeclaration(
        role: .argument, placeholder: placeholder, kind: type.kind, help: help, isRepeated: true)
    ) { texts throws(UnreadableTexts) in try type.values(of: texts) }
  }
}
