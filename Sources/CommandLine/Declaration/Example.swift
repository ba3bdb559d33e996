/// A command line with its output, shown by help and in the manual, and run by tests.
package struct Example: Sendable, Equatable {
  /// The line as the user types it in a shell: `persist info people.sqlite3`.
  let line: String
  /// The output of the line, or empty if help shows only the line.
  let prints: String
  /// The status with which the program ends.
  let status: ExitStatus

  package init(_ line: String, prints: String = "", status: ExitStatus = .success) {
    self.line = line
    self.prints = prints
    self.status = status
  }

  /// The lines of the output.
  var lines: [String] {
    prints.isEmpty
      ? [] : prints.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
