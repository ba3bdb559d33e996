// The layout of the tour: titles, sentences, and blocks of Swift, SQL and rows.

import PersistentObjects
import PersistentObjectsCommandLine

extension Tour {
  private static let width = 100
  private static let labelWidth = 7
  private static var blockWidth: Int { width - labelWidth - 2 }

  /// Prints a chapter's title.
  func write(title: String) throws {
    let title = "── \(title) "
    let rule = String(repeating: "─", count: max(3, Self.width - title.count))
    try output.write()
    try output.write(style.bold(title + rule))
  }

  /// Prints sentences.
  func say(_ text: String) throws {
    try output.write()
    for line in text.wrapped(to: Self.width) { try output.write(line) }
  }

  /// Prints Swift code unchanged.
  func write(code: String) throws {
    try output.write()
    try write("Swift", code.split(separator: "\n").map(String.init), style.cyan)
  }

  /// Prints a description of an object.
  func write(object: String) throws {
    try write("Object", object.wrapped(to: Self.blockWidth), style.cyan)
  }

  /// Prints an error.
  func write(error: String) throws {
    try write("Error", error.wrapped(to: Self.blockWidth), style.red)
  }

  /// Prints SQL.
  func write(sql: String) throws {
    try output.write()
    try write("SQL", sql.wrapped(to: Self.blockWidth), style.yellow)
  }

  /// Prints how the database runs a statement, without repeating the statement.
  func write(_ plan: StatementPlan) throws {
    let lines = plan.steps.flatMap { $0.description.split(separator: "\n").map(String.init) }
    try write("Plan", lines, style.green)
  }

  /// Prints the recorded statements; for those that make tables and indices, only the first line.
  func write(_ log: StatementLog) throws {
    let entries = log.entries
    if entries.isEmpty { try write("SQL", ["none"], style.dim) }
    for entry in entries {
      var lines = entry.shown.wrapped(to: Self.blockWidth)
      if entry.sql.hasPrefix("CREATE"), lines.count > 1 { lines = [lines[0] + " …"] }
      if entry.runs > 1 { lines[lines.count - 1] += "  -- \(entry.runs.grouped) times" }
      try write("SQL", lines, style.yellow)
    }
  }

  /// Prints rows as a table.
  func write(_ table: TextTable) throws {
    try output.write()
    for line in table.lines(style: style) { try output.write("  " + line) }
  }

  /// Prints how many of the checks passed.
  func showVerdict() throws {
    try output.write()
    for failure in checks.failures {
      try output.write(style.red("✗ this did not hold: ") + failure)
    }
    let verdict = "\(checks.passed) of \(checks.count) checks held."
    try output.write(checks.allHold ? style.green(verdict) : style.red(verdict))
  }

  private func write(_ label: String, _ lines: [String], _ paint: (String) -> String) throws {
    for (index, line) in lines.enumerated() {
      let label = index == 0 ? label : ""
      let padding = String(repeating: " ", count: Self.labelWidth - label.count)
      try output.write("  " + style.dim(label) + padding + paint(line))
    }
  }
}
