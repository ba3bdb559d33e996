/// The output of a command, in the user's format and for the user's terminal.
///
/// Rows and documents go to the standard output in the requested format. Words for people are
/// printed only if that format is a table. No data reaches a terminal with control characters in
/// it.
package final class Output {
  package let format: OutputFormat
  let style: Style
  package let interruption: Interruption
  /// The line on the standard error that ``progress`` draws.
  package let progressLine: ProgressLine
  let terminal: Terminal
  let sink: any ByteSink
  private let program: String
  private let error: any ByteSink
  private let errorStyle: Style

  init(in surroundings: Surroundings, format: OutputFormat, color: ColorChoice) {
    self.format = format
    program = surroundings.program
    terminal = surroundings.outputTerminal
    style = Style(for: terminal, choice: color)
    errorStyle = Style(for: surroundings.errorTerminal, choice: color)
    error = surroundings.error
    interruption = surroundings.interruption
    progressLine = ProgressLine(
      sink: surroundings.error, terminal: surroundings.errorTerminal)
    sink = StandardOutputSink(
      surroundings.output, progressLine: terminal.isTerminal ? progressLine : nil,
      interruption: interruption)
  }

  /// Makes the output that the options of a command line ask for.
  convenience init(
    for invocation: Invocation, after beginning: Invocation, in surroundings: Surroundings
  ) {
    let color = invocation.value(ifDeclared: Parameter<ColorChoice>.color) ?? .automatic
    self.init(
      in: surroundings,
      format: invocation.value(ifDeclared: Parameter<OutputFormat>.rowFormat) ?? .table,
      color: color == .automatic ? beginning[Parameter<ColorChoice>.color] : color)
  }

  /// Whether a person reads the output, on a terminal and as a table.
  package var isForPeople: Bool { format == .table && terminal.isTerminal }

  /// A report that draws the progress of long work; pass it to that work.
  package var progress: ProgressReport {
    let line = progressLine
    return { line.update(done: $0, total: $1, label: $2) }
  }

  /// Prints a line for people on the standard output if the format is a table; otherwise prints
  /// nothing. Newlines in names and the like are shown as escapes.
  package func say(_ words: String = "", in color: Style.Color? = nil) throws {
    guard format == .table else { return }
    try sink.write(style.paint(words.visible, in: color) + "\n")
  }

  /// Prints a text unchanged, such as Swift declarations. On a terminal, control characters other
  /// than newlines and tabs are shown as escapes.
  package func verbatim(_ text: String) throws {
    try raw(terminal.isTerminal ? text.visibleOnLines : text)
  }

  /// Prints a text of the program itself unchanged, also on a terminal.
  func raw(_ text: String) throws { try sink.write(text) }

  /// Prints a warning on the standard error.
  func warn(_ words: String) throws { try complain(["warning: " + words], in: .yellow) }

  /// Prints the lines of an error on the standard error, after the program's name. A newline inside
  /// a line is shown as an escape: it comes from a name, and could pretend to be another error.
  func complain(_ lines: [String], in color: Style.Color = .red) throws {
    progressLine.clear()
    try sink.flush()
    let text = lines.map(\.visible).joined(separator: "\n")
    try error.write(errorStyle.paint("\(program):", in: color) + " \(text)\n")
  }

  /// Ends the progress line and flushes all that was printed.
  func finish() throws {
    progressLine.end()
    try sink.flush()
  }
}
