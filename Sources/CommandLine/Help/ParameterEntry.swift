/// A line of a list of options or arguments, for help, completions and the manual.
struct ParameterEntry: Equatable {
  /// The names, the short one first; empty for an argument.
  let names: [String]
  /// The placeholder for the value; nil for a flag.
  let placeholder: String?
  let help: String
  let kind: ValueKind
  /// All names of which only one may be given, including those of this entry.
  let exclusive: [String]
  let isRepeated: Bool

  /// The label in help: `-o, --output FILE`.
  var label: String {
    (names.isEmpty ? [] : [names.joined(separator: ", ")]).appending(placeholder)
      .joined(separator: " ")
  }
}

extension ParameterDeclaration {
  /// An entry for an argument or option, and one for each flag.
  var entries: [ParameterEntry] {
    guard case .flags(let flags) = role else {
      return [
        ParameterEntry(
          names: names, placeholder: placeholder, help: helpWithDetails, kind: kind,
          exclusive: isRepeated ? [] : names, isRepeated: isRepeated)
      ]
    }
    return flags.map {
      ParameterEntry(
        names: $0.names, placeholder: nil, help: $0.help, kind: kind, exclusive: names,
        isRepeated: false)
    }
  }

  /// The help, with further details of the declaration.
  private var helpWithDetails: String {
    var sentences = [help]
    if isRepeated && takesValue { sentences.append("May be given several times.") }
    if let limits = kind.limits { sentences.append("\(placeholder) is \(limits).") }
    if let defaultText { sentences.append("Default: \(defaultText).") }
    return sentences.joined(separator: " ")
  }
}

extension [String] {
  fileprivate func appending(_ text: String?) -> [String] { text.map { self + [$0] } ?? self }
}
