/// The database's own description of how it runs a statement. It prints as a tree.
///
/// ```swift
/// print(try Person.where { $0.lastName == "Smith" }.explain(in: session))
/// // SELECT pk, last_name FROM person WHERE last_name = ?1 ORDER BY pk
/// //   SEARCH person USING INDEX index_person_last_name (last_name=?)
/// ```
public struct StatementPlan: Sendable, CustomStringConvertible {
  /// The statement's text, with placeholders.
  public let sql: String
  /// The steps, each with its nested steps.
  public let steps: [Step]

  package init(sql: String, steps: [Step]) {
    self.sql = sql
    self.steps = steps
  }

  /// One step, such as `SEARCH person USING INTEGER PRIMARY KEY (rowid=?)`.
  ///
  /// See ``StatementPlan``.
  public struct Step: Sendable, CustomStringConvertible {
    /// The database's own words.
    public let text: String
    /// The nested steps.
    public let steps: [Step]

    /// Makes a step.
    public init(text: String, steps: [Step] = []) {
      self.text = text
      self.steps = steps
    }

    /// The text, followed by the nested steps, which are indented.
    public var description: String { lines.joined(separator: "\n") }

    fileprivate var lines: [String] { [text] + steps.flatMap { $0.lines.map { "  \($0)" } } }
  }

  /// The statement, followed by the steps, which are indented.
  public var description: String {
    ([sql] + steps.flatMap { $0.lines.map { "  \($0)" } }).joined(separator: "\n")
  }
}
