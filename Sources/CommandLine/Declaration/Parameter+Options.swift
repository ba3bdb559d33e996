extension Parameter {
  /// Returns an option that may be omitted.
  ///
  /// - Parameter names: the names, a short one first if there is one, as in `-o`, `--output`.
  package static func option<Wrapped>(
    _ names: String..., placeholder: String, _ type: ValueType<Wrapped>, help: String
  ) -> Parameter where Value == Wrapped? {
    Parameter(
      declaration: ParameterDeclaration(
        role: .option(names: names), placeholder: placeholder, kind: type.kind, help: help)
    ) { texts throws(UnreadableTexts) in try type.lastValue(of: texts) }
  }

  /// Returns an option with a default, which is shown in help.
  package static func option(
    _ names: String..., placeholder: String, _ type: ValueType<Value>, default value: Value,
    shown: String? = nil, help: String
  ) -> Parameter {
    Parameter(
      declaration: ParameterDeclaration(
        role: .option(names: names), placeholder: placeholder, kind: type.kind, help: help,
        defaultText: shown ?? "\(value)")
    ) { texts throws(UnreadableTexts) in try type.lastValue(of: texts) ?? value }
  }

  /// Returns an option that is required.
  package static func requiredOption(
    _ names: String..., placeholder: String, _ type: ValueType<Value>, help: String
  ) -> Parameter {
    Parameter(
      declaration: ParameterDeclaration(
        role: .option(names: names), placeholder: placeholder, kind: type.kind, help: help,
        isRequired: true)
    ) { texts throws(UnreadableTexts) in try type.value(of: texts.last ?? "") }
  }

  /// Returns an option that may be given several times; its values are kept in order.
  package static func repeatedOption<Element>(
    _ names: String..., placeholder: String, _ type: ValueType<Element>, help: String
  ) -> Parameter where Value == [Element] {
    Parameter(
      declaration: ParameterDeclaration(
        role: .option(names: names), placeholder: placeholder, kind: type.kind, help: help,
        isRepeated: true)
    ) { texts throws(UnreadableTexts) in try type.values(of: texts) }
  }
}
