import Foundation

/// The streams, terminals and settings that a run of the program sees.
package struct Surroundings {
  /// The name of the program, which begins its errors.
  let program: String
  let output: any ByteSink
  let error: any ByteSink
  let outputTerminal: Terminal
  let errorTerminal: Terminal
  package let interruption: Interruption

  /// Returns the surroundings of the process.
  package static func ofProcess(
    _ program: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Surroundings {
    let output = Terminal(descriptor: STDOUT_FILENO, environment: environment)
    let error = Terminal(descriptor: STDERR_FILENO, environment: environment)
    return Surroundings(
      program: program,
      output: DescriptorSink(
        descriptor: STDOUT_FILENO, name: "the standard output",
        capacity: output.isTerminal ? 0 : DescriptorSink.usualCapacity),
      error: DescriptorSink(descriptor: STDERR_FILENO, name: "the standard error", capacity: 0),
      outputTerminal: output, errorTerminal: error, interruption: .ofProcess)
  }
}
