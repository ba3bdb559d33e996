/// A model of which no classes can be made, with all problems.
public struct ModelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The source of the model, such as the path of its file.
  public let source: String
  /// The problems, each with class, property and remedy.
  public let problems: [String]

  /// The problems, each on its own line.
  public var description: String {
    problems.map { "\(source): \($0)" }.joined(separator: "\n")
  }
}
