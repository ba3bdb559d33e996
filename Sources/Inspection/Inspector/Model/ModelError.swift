/// An error about a model from which no classes can be made, with all its problems.
public struct ModelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The source of the model, such as the path of its file.
  public let source: String
  /// The problems, each with its class, property and remedy.
  public let problems: [String]

  package init(source: String, problems: [String]) {
    self.source = source
    self.problems = problems
  }

  /// The problems, each on its own line.
  public var description: String {
    problems.map { "\(source): \($0)" }.joined(separator: "\n")
  }
}
