/// libpq's verbose message about servers that have refused a connection, in any language:
///
///     connection to server at "db" (10.0.0.1), port 5432 failed: FATAL:  53300: sorry, too many clients already
///     LOCATION:  InitProcess, proc.c:356
struct RefusalMessage {
  /// The SQLSTATE of the server that has refused last; nil if none has told one.
  let state: String?
  /// The message on one line, without the SQLSTATEs and the places in the server's code.
  let text: String

  init(_ message: String) {
    let lines = message.split(whereSeparator: \.isNewline).map { String($0).trimmingSpace }
      .filter { $0.wholeMatch(of: /[^:]+:\s+\w+, \S+:\d+/) == nil }
    state = lines.compactMap(Self.state(in:)).last
    text = lines.map(Self.withoutState).joined(separator: " ")
  }

  private static func state(in line: String) -> String? {
    line.firstMatch(of: /:\s\s([0-9A-Z]{5}):\s/).map { String($0.output.1) }
  }

  private static func withoutState(_ line: String) -> String {
    line.replacing(/:\s\s[0-9A-Z]{5}:\s/, with: ":  ", maxReplacements: 1)
  }
}
