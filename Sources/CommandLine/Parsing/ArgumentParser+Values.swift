extension ArgumentParser {
  /// Assigns the words without a name to the arguments in order; a repeated argument takes the
  /// rest.
  mutating func assignArguments() throws {
    var words = arguments[...]
    for parameter in command.arguments {
      while let word = words.popFirst() {
        try given.add(word, to: parameter)
        if !parameter.isRepeated { break }
      }
    }
    guard let surplus = words.first else { return }
    throw UsageError(
      "\(surplus.quoted) is one argument too many; \(command.verb) takes "
        + (command.arguments.isEmpty
          ? "none" : command.arguments.map(\.placeholder).joined(separator: " ")))
  }

  /// Reads the texts that were sorted, and returns their values.
  func invocation() throws -> Invocation {
    var values: [String: any Sendable] = [:]
    for parameter in command.parameters {
      let declaration = parameter.declaration
      let texts = given[declaration]
      guard !declaration.isRequired || !texts.isEmpty else { throw missing(declaration) }
      do {
        values[declaration.key] = try parameter.value(of: texts)
      } catch {
        throw UsageError("\(declaration.title) \(error.reason)\(error.contrast)")
      }
    }
    return Invocation(verb: command.verb, values: values)
  }

  private func missing(_ parameter: ParameterDeclaration) -> UsageError {
    parameter.isArgument
      ? UsageError("\(parameter.placeholder) is missing")
      : UsageError("\(parameter.title) is missing: \(parameter.title) \(parameter.placeholder)")
  }
}

extension UnreadableTexts {
  /// The text that was given instead; empty if the reason ends with a question.
  fileprivate var contrast: String {
    text.isEmpty || reason.hasSuffix("?") ? "" : ", not \(text.quoted)"
  }
}
