extension Parameter where Value == Bool {
  /// Something that is said or not.
  static func flag(_ name: String, help: String) -> Parameter {
    flag(Flag(name, help: help))
  }

  /// Something that is said, perhaps by a short name, or not.
  static func flag(_ flag: Flag) -> Parameter {
    Parameter(
      declaration: ParameterDeclaration(role: .flags([flag]), placeholder: "", help: flag.help)
    ) { texts throws(UnreadableTexts) in !texts.isEmpty }
  }
}

/// Words of which one may be given, each as a flag of its own.
protocol FlagChoice: Sendable, CaseIterable, Equatable {
  /// The flag that stands for the case; nil for the one that holds if no flag is given.
  var flag: Flag? { get }
}

extension Parameter where Value: FlagChoice {
  /// One of several flags, or none.
  ///
  /// - Parameter value: The case if no flag is given.
  static func choice(
    default value: Value, conflict: ParameterDeclaration.Conflict = .isError
  ) -> Parameter {
    Parameter(
      declaration: ParameterDeclaration(
        role: .flags(Value.allCases.compactMap(\.flag)), placeholder: "", help: "",
        conflict: conflict)
    ) { texts throws(UnreadableTexts) in
      guard let last = texts.last else { return value }
      return Value.allCases.first { $0.flag?.names.last == last } ?? value
    }
  }
}
