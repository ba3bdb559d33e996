@testable import PersistentObjectsCommandLine
@testable import persist

/// Streams and terminals in memory, on which a program runs.
struct Stage {
  let output = MemorySink()
  let error = MemorySink()
  let interruption = Interruption()
  var outputTerminal = Terminal.none
  var errorTerminal = Terminal.none

  static func terminal(width: Int = 80) -> Stage {
    Stage(
      outputTerminal: Terminal(isTerminal: true, width: width),
      errorTerminal: Terminal(isTerminal: true, width: width))
  }

  init(outputTerminal: Terminal = .none, errorTerminal: Terminal = .none) {
    self.outputTerminal = outputTerminal
    self.errorTerminal = errorTerminal
  }

  var surroundings: Surroundings {
    Surroundings(
      program: "persist",
      output: output, error: error, outputTerminal: outputTerminal, errorTerminal: errorTerminal,
      interruption: interruption)
  }

  func run(_ words: String..., in program: Program = .persist) -> ExitStatus {
    program.run(words, in: surroundings)
  }

  /// An output without colors.
  func output(_ format: OutputFormat = .table, color: ColorChoice = .never) -> Output {
    Output(in: surroundings, format: format, color: color)
  }

  /// The output in a format.
  func printed(
    _ format: OutputFormat = .table, color: ColorChoice = .never, _ body: (Output) throws -> Void
  ) throws -> String {
    let output = output(format, color: color)
    try body(output)
    try output.finish()
    return self.output.text
  }
}
