extension Parameter {
  /// Returns an argument that is required.
  package static func argument(
    _ placeholder: String, _ type: ValueType<Value>, help: String
  ) -> Parameter {
    Parameter(
      declaration: ParameterDeclaration(
        role: .argument, placeholder: placeholder, kind: type.kind, help: help, isRequired: true)
    ) { texts throws(UnreadableTexts) in
      // The parser reads an argument only if there is one; the type accepts or refuses an empty
      // text.
      try type.value(of: texts.last ?? "")
    }
  }

  /// Returns an argument that may be omitted.
  package static func optionalArgument<Wrapped>(
    _ placeholder: String, _ type: ValueType<Wrapped>, help: String
  ) -> Parameter where Value == Wrapped? {
    Parameter(
      declaration: ParameterDeclaration(
        role: .argument, placeholder: placeholder, kind: type.kind, help: help)
    ) { texts throws(UnreadableTexts) in try type.lastValue(of: texts) }
  }

  /// Returns an argument that may be omitted; its default is shown in help.
  package static func argument(
    _ placeholder: String, _ type: ValueType<Value>, default value: Value, shown: String,
    help: String
  ) -> Parameter {
    Parameter(
      declaration: ParameterDeclaration(
        role: .argument, placeholder: placeholder, kind: type.kind, help: help, defaultText: shown)
    ) { texts throws(UnreadableTexts) in try type.lastValue(of: texts) ?? value }
  }

  /// Returns any number of arguments, including none. They must be the last ones of a command.
  package static func arguments<Element>(
    _ placeholder: String, _ type: ValueType<Element>, help: String
  ) -> Parameter where Value == [Element] {
    Parameter(
      declaration: ParameterDeclaration(
        role: .argument, placeholder: placeholder, kind: type.kind, help: help, isRepeated: true)
    ) { texts throws(UnreadableTexts) in try type.values(of: texts) }
  }
}
