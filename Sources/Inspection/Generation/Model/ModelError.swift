/// A model of which no classes can be made, with all that is wrong.
public struct ModelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place that the model comes from, such as the path of its file.
  public let source: String
  /// What is wrong, each with class and property, and with the remedy.
  public let problems: [String]

  /// Each problem on a line of its own.
  public var description: String {
    problems.map { "\(source): \($0)" }.joined(separator: "\n")
  }
}
