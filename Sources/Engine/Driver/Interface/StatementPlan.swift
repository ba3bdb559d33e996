/// The database's own account of how it runs a statement; prints as a tree.
public struct StatementPlan: Sendable, CustomStringConvertible {
  /// The statement's text, with placeholders.
  public let sql: String
  /// The steps that are done, each with those inside of it.
  public let steps: [Step]

  /// One thing that the database does, such as `SEARCH person USING INTEGER PRIMARY KEY (rowid=?)`.
  public struct Step: Sendable, CustomStringConvertible {
    /// The database's own words.
    public let text: String
    /// The steps inside.
    public let steps: [Step]

    /// Describes a step.
    public init(text: String, steps: [Step] = []) {
      self.text = text
      self.steps = steps
    }

    /// The text, and the steps inside further to the right.
    public var description: String { lines.joined(separator: "\n") }

    fileprivate var lines: [String] { [text] + steps.flatMap { $0.lines.map { "  \($0)" } } }
  }

  /// The statement, and under it the steps.
  public var description: String {
    ([sql] + steps.flatMap { $0.lines.map { "  \($0)" } }).joined(separator: "\n")
  }
}
