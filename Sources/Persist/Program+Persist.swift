import PersistentObjectsCommandLine
import PersistentObjectsInspection

extension Program {
  /// The program `persist`.
  static let persist = Program(
    declaration: CommandDeclaration(
      "persist",
      abstract: "Inspect, check and copy a store, and generate classes from it",
      discussion: """
        The program needs none of your classes: a store records its classes, properties, codecs and \
        versions, and values are shown as their codecs read them. Verbs only read, except load, copy, \
        generate and import; they see what a running program has committed.

        A store is a file, or a PostgreSQL database that a URI names.

        On a terminal rows are aligned and cut to its width. In a pipe they are lines with tabs \
        between the cells; --json, --ndjson and --csv print all values exactly. Control characters \
        in the data are shown as escapes. An argument that begins with a dash comes after `--`; `-` is \
        the standard input or output where a file is read or written.
        """,
      parameters: [
        Parameter<Bool>.help, Parameter<Bool>.version, Parameter<ColorChoice>.color,
        Parameter<Shell?>.generateCompletions, Parameter<Bool>.generateManual,
        Parameter<FilePath?>.completeClasses,
      ],
      examples: [
        Example("persist --version", prints: "persist 0.1.0"),
        Example("persist --generate-completions bash > /etc/bash_completion.d/persist"),
        Example("persist --generate-manual > /usr/local/share/man/man1/persist.1"),
      ]),
    version: "0.1.0", date: "November 29, 2026",
    classNames: { try $0.inspected().model.classes.map(\.name) },
    messages: messages,
    commands: working + [Help(verbs: working.map(\.declaration.verb))])

  private static let working: [any Command] = [
    Info(), Schema(), Show(), Follow(), SQL(), Check(), Diff(), Checksum(), Report(), Export(),
    Load(), Copy(), Generate(), Import(),
  ]
}
