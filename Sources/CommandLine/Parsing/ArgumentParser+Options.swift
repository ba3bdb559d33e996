extension ArgumentParser {
  /// Whether a word is an option: `-` is a standard stream, and `-7` a number.
  func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), word.count > 1 else { return false }
    return Double(word) == nil || optionsByName[String(word.prefix(2))] != nil
  }

  mutating func sortOption(_ word: String) throws {
    if word.hasPrefix("--") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      try sort(
        name: String(parts.first ?? ""), word: word, value: parts.dropFirst().first.map(String.init)
      )
    } else {
      try sortShortOptions(word)
    }
  }

  /// Sorts `-o`, `-ofile` and `-ab`.
  private mutating func sortShortOptions(_ word: String) throws {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let option = try option(named: "-\(letter)", in: word)
      let value = option.takesValue && !letters.isEmpty ? String(letters) : nil
      try sort(name: "-\(letter)", word: word, value: value)
      if option.takesValue { return }
    }
  }

  private mutating func sort(name: String, word: String, value: String?) throws {
    let option = try option(named: name, in: word)
    guard option.takesValue else {
      if value != nil { throw UsageError("\(name) takes no value, but \(word.quoted) has one") }
      if option.key == Parameter.help.declaration.key { throw HelpRequest(verb: command.verb) }
      return try given.add(flag: name, of: option)
    }
    try given.add(try value ?? nextValue(of: name, option), to: option)
  }

  private func option(named name: String, in word: String) throws -> ParameterDeclaration {
    if let option = optionsByName[name] { return option }
    guard !elsewhere.contains(name) else {
      throw UsageError("\(name) must follow the verb: \(command.verb) VERB … \(name)")
    }
    let known = command.options.flatMap(\.names).filter { $0.count > 2 }
    let suggestion = Suggestion(for: name, among: known)
    let remedy =
      suggestion.word == nil && command.arguments.count > arguments.count
      ? "; an argument that begins with a dash comes after --" : suggestion.asQuestion
    throw UsageError("\(name.quoted) is not an option of \(command.verb)\(remedy)")
  }

  /// Returns the word after an option, unless it is itself an option: then the value was forgotten.
  private mutating func nextValue(
    of name: String, _ option: ParameterDeclaration
  ) throws -> String {
    guard let value = rest.first else {
      throw UsageError("\(name) needs a value: \(name) \(option.placeholder)")
    }
    let next = String(value.prefix { $0 != "=" })
    guard value != "--", optionsByName[next] == nil else {
      throw UsageError(
        "\(name) needs a value, but \(next) follows; a value that begins with a dash is written "
          + (name.hasPrefix("--") ? "\(name)=\(value)" : "\(name)\(value)"))
    }
    rest = rest.dropFirst()
    return value
  }
}
