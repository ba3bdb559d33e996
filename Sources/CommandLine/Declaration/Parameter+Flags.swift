extension Parameter where Value == Bool {
  /// Returns a flag that is present or not.
  package static func flag(_ name: String, help: String) -> Parameter {
    flag(Flag(name, help: help))
  }

  /// Returns a flag, which may have a short name, that is present or not.
  static func flag(_ flag: Flag) -> Parameter {
    Parameter(
      declaration: ParameterDeclaration(role: .flags([flag]), placeholder: "", help: flag.help)
    ) { texts throws(UnreadableTexts) in !texts.isEmpty }
  }
}

/// Alternatives of which at most one is chosen, each with its own flag.
package protocol FlagChoice: Sendable, CaseIterable, Equatable {
  /// The flag for the case; nil for the default case.
  var flag: Flag? { get }
}

extension Parameter where Value: FlagChoice {
  /// Returns a choice of at most one of several flags.
  ///
  /// - Parameter value: the case if no flag is given.
  package static func choice(
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
