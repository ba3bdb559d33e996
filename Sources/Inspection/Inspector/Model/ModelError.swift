/// An error about a model from which no classes can be made, with all its problems.
///
/// ```swift
/// do {
///   _ = try ModelSource(path: "model.json").model()
/// } catch let error as ModelError {
///   print(error)
///   // model.json: class Person, property home: there is no class or type "Adress"; …
/// }
/// ```
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
