/// The values that a command line gives for the parameters of a command.
package struct Invocation: Sendable {
  package let verb: String
  private let values: [String: any Sendable]

  /// - Parameter values: the values by the keys of their parameters.
  init(verb: String, values: [String: any Sendable]) {
    self.verb = verb
    self.values = values
  }

  /// The value of a parameter of the command's declaration.
  package subscript<Value>(parameter: Parameter<Value>) -> Value {
    guard let value = value(ifDeclared: parameter) else {
      preconditionFailure(
        "\(parameter.declaration.title) is not among the declared parameters of \(verb)")
    }
    return value
  }

  /// Returns the value of a parameter, or nil if the command does not declare it.
  func value<Value>(ifDeclared parameter: Parameter<Value>) -> Value? {
    // This takes two steps: in one, a missing value would become the nil of an optional parameter.
    guard let value = values[parameter.declaration.key] else { return nil }
    return value as? Value
  }
}
