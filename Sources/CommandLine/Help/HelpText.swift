/// The help for a verb or for the program, 80 columns wide.
struct HelpText {
  private static let width = 80
  private static let indentation = "  "
  /// The maximum width of a label; longer ones are on a separate line.
  private static let widestLabel = 24

  private let style: Style
  private var blocks: [String] = []

  var text: String { blocks.joined(separator: "\n\n") + "\n" }

  /// Makes the help for a verb.
  init(of command: CommandDeclaration, in program: Program, style: Style) {
    self.style = style
    blocks = ["\(style.bold("\(program.name) \(command.verb)")): \(command.abstract)"]
    let usage = Synopsis(of: command, in: program).text(width: Self.width, beginning: "Usage: ")
    blocks.append(usage)
    if !command.discussion.isEmpty {
      blocks.append(command.discussion.wrapped(to: Self.width).joined(separator: "\n"))
    }
    add("Arguments", command.arguments.flatMap(\.entries).map { ($0.label, $0.help) })
    add("Options", command.shownOptions.flatMap(\.entries).map { ($0.alignedLabel, $0.help) })
    add(command.examples)
  }

  /// Makes the help for the program.
  init(of program: Program, style: Style) {
    self.style = style
    let name = program.name
    blocks = ["\(style.bold(name)): \(program.declaration.abstract)"]
    blocks.append("Usage: \(name) VERB [ARGUMENT…] [OPTION…]\n       \(name) help VERB")
    if !program.declaration.discussion.isEmpty {
      blocks.append(
        program.declaration.discussion.wrapped(to: Self.width).joined(separator: "\n"))
    }
    add("Verbs", program.verbs.map { ($0.verb, $0.abstract) })
    add(
      "Options",
      program.declaration.shownOptions.flatMap(\.entries).map { ($0.alignedLabel, $0.help) })
    add("Exit status", ExitStatus.documented.map { ("\($0.status.rawValue)", $0.meaning) })
    add(program.declaration.examples)
  }

  private mutating func add(_ title: String, _ entries: [(label: String, text: String)]) {
    guard !entries.isEmpty else { return }
    let column = min(Self.widestLabel, entries.map(\.label.displayWidth).max() ?? 0) + 4
    let lines = entries.flatMap { entryLines(label: $0.label, text: $0.text, column: column) }
    blocks.append(([style.bold(title + ":")] + lines).joined(separator: "\n"))
  }

  private func entryLines(label: String, text: String, column: Int) -> [String] {
    let margin = String(repeating: " ", count: column)
    let texts = text.wrapped(to: Self.width - column)
    let head = Self.indentation + label
    guard head.displayWidth <= column - 2 else { return [head] + texts.map { margin + $0 } }
    return [head.padded(to: column) + (texts.first ?? "")] + texts.dropFirst().map { margin + $0 }
  }

  private mutating func add(_ examples: [Example]) {
    guard !examples.isEmpty else { return }
    let lines = examples.flatMap { ["$ " + $0.line] + $0.lines }
      .map { $0.isEmpty ? "" : Self.indentation + $0 }
    blocks.append(([style.bold("Examples:")] + lines).joined(separator: "\n"))
  }
}

extension ParameterEntry {
  /// The label with room for a short name, so that long names are aligned.
  fileprivate var alignedLabel: String { names.first?.count == 2 ? label : "    " + label }
}
