/// A command line and what it prints, shown by help and in the manual, and run by tests.
struct Example: Sendable, Equatable {
  /// The line as it is typed in a shell: `persist info people.sqlite3`.
  let line: String
  /// What the line prints, or empty if help shows the line alone.
  let prints: String
  /// The status with which the program ends.
  let status: ExitStatus

  init(_ line: String, prints: String = "", status: ExitStatus = .success) {
    self.line = line
    self.prints = prints
    self.status = status
  }

  /// The lines of what it prints.
  var lines: [String] {
    prints.isEmpty
      ? [] : prints.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
