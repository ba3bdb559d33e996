import Foundation

/// Lines of mdoc, with all text escaped.
struct ManualPage {
  private var lines: [String] = []

  var text: String { lines.joined(separator: "\n") + "\n" }

  mutating func macro(_ name: String, _ arguments: String...) {
    lines.append(([".\(name)"] + arguments.map(\.asArgument)).joined(separator: " "))
  }

  /// Adds the day of the page: `November 22, 2026`.
  mutating func date(_ text: String) { lines.append(".Dd \(text)") }

  mutating func heading(_ text: String) { lines.append(".Sh \(text)") }

  mutating func subheading(_ text: String) { lines.append(".Ss \(text.asArgument)") }

  /// Adds paragraphs; text between back quotes is literal.
  mutating func paragraphs(_ text: String) {
    for paragraph in text.components(separatedBy: "\n\n") where !paragraph.isEmpty {
      if lines.last?.hasPrefix(".S") == false { lines.append(".Pp") }
      lines += paragraph.asManualText
    }
  }

  /// Adds a list of terms, each a macro with its arguments, and their texts.
  mutating func list(_ entries: [(term: String, text: String)]) {
    guard !entries.isEmpty else { return }
    lines.append(".Bl -tag -width Ds")
    for entry in entries { lines += [".It \(entry.term.dropFirst())"] + entry.text.asManualText }
    lines.append(".El")
  }

  /// Adds a list of options and arguments.
  mutating func entries(_ entries: [ParameterEntry]) {
    list(entries.map { (".\($0.manualTerm)", $0.help) })
  }

  /// Adds the synopsis of a command.
  mutating func synopsis(of command: CommandDeclaration) {
    macro("Nm")
    macro("Cm", command.verb)
    let own = command.ownOptions
    for argument in command.arguments {
      let repetition = argument.isRepeated ? " ..." : ""
      let form = "Ar \(argument.placeholder.asArgument)\(repetition)"
      lines.append(argument.isRequired ? ".\(form)" : ".Op \(form)")
    }
    options(own.filter(\.isRequired) + own.filter { !$0.isRequired })
  }

  /// Adds the forms of options to a synopsis.
  mutating func options(_ options: [ParameterDeclaration]) {
    for option in options {
      let forms = option.entries.map(\.manualForm).joined(separator: " | ")
      lines.append(option.isRequired ? ".\(forms)" : ".Op \(forms)")
    }
  }

  mutating func examples(_ examples: [Example]) {
    for example in examples {
      lines.append(".Bd -literal -offset indent")
      lines += (["$ " + example.line] + example.lines).map(\.asTextLine)
      lines.append(".Ed")
    }
  }
}

extension ParameterEntry {
  /// The names, and the placeholder for the value: `Fl o , Fl -output Ar FILE`.
  fileprivate var manualTerm: String {
    let flags = names.map { "Fl \($0.dropFirst().escaped)" }.joined(separator: " , ")
    let value = placeholder.map { "Ar \($0.asArgument)" } ?? ""
    return [flags, value].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The form in a synopsis, with the first name.
  fileprivate var manualForm: String {
    let value = placeholder.map { " Ar \($0.asArgument)" } ?? ""
    return "Fl \((names.first ?? "").dropFirst().escaped)\(value)"
  }
}
