/// The texts that were given for each parameter, not yet read as values.
struct GivenTexts {
  private var texts: [String: [String]] = [:]

  subscript(parameter: ParameterDeclaration) -> [String] { texts[parameter.key] ?? [] }

  /// Adds the value of an option or argument.
  mutating func add(
    _ text: String, to parameter: ParameterDeclaration
  ) throws(UsageError) {
    guard parameter.isRepeated || texts[parameter.key] == nil else {
      throw UsageError("\(parameter.title) is given twice; give it once")
    }
    texts[parameter.key, default: []].append(text)
  }

  /// Adds a flag under its longest name.
  mutating func add(
    flag name: String, of parameter: ParameterDeclaration
  ) throws(UsageError) {
    guard case .flags(let flags) = parameter.role,
      let flag = flags.first(where: { $0.names.contains(name) }), let key = flag.names.last
    else { return }
    if parameter.conflict == .isError, let other = self[parameter].last, other != key {
      throw UsageError("\(other) and \(key) exclude each other; give one of them")
    }
    texts[parameter.key, default: []].append(key)
  }
}
