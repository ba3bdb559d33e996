/// The manual page of a program, in mdoc.
struct Manual {
  private let program: Program
  private var page = ManualPage()

  var text: String { page.text }

  init(of program: Program) {
    self.program = program
    writeHead()
    writeSynopsis()
    page.heading("DESCRIPTION")
    page.paragraphs(program.declaration.discussion)
    page.entries(program.declaration.shownOptions.flatMap(\.entries))
    page.heading("VERBS")
    for command in program.verbs { write(command) }
    writeEnvironment()
    writeExitStatus()
    page.heading("EXAMPLES")
    page.examples((program.verbs + [program.declaration]).flatMap(\.examples))
    page.heading("SEE ALSO")
    page.macro("Xr", "sqlite3", "1")
  }

  private mutating func writeHead() {
    page.date(program.date)
    page.macro("Dt", program.name.uppercased(), "1")
    page.macro("Os")
    page.heading("NAME")
    page.macro("Nm", program.name)
    page.macro("Nd", program.declaration.abstract.lowercasedFirst)
  }

  private mutating func writeSynopsis() {
    page.heading("SYNOPSIS")
    for command in program.verbs { page.synopsis(of: command) }
    page.macro("Nm")
    page.options(program.declaration.shownOptions)
  }

  private mutating func write(_ command: CommandDeclaration) {
    page.subheading(command.verb)
    page.paragraphs(command.abstract + ".")
    page.paragraphs(command.discussion)
    page.entries((command.arguments + command.ownOptions).flatMap(\.entries))
  }

  private mutating func writeEnvironment() {
    page.heading("ENVIRONMENT")
    page.list([
      (".Ev NO_COLOR", "If it is not empty, no colors are used unless `--color` asks for them."),
      (".Ev TERM", "If it is `dumb`, there are neither colors nor a progress bar."),
      (".Ev COLUMNS", "The width of tables if the terminal does not report it."),
    ])
  }

  private mutating func writeExitStatus() {
    page.heading("EXIT STATUS")
    page.list(ExitStatus.documented.map { (".Li \($0.status.rawValue)", $0.meaning) })
  }
}

extension CommandDeclaration {
  /// The options without those that all verbs have.
  var ownOptions: [ParameterDeclaration] {
    let shared = Set(Program.sharedOptions.map(\.declaration.key))
    return shownOptions.filter { !shared.contains($0.key) }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
