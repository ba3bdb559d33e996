extension PropertyModel {
  /// The parameter of an initializer that sets the property.
  var parameter: String { parameter(default: defaultValue) }

  /// Returns the parameter of an initializer that sets the property, with another default value.
  func parameter(default defaultValue: String?) -> String {
    let value = defaultValue ?? (type.isOptional ? "nil" : nil)
    return "\(name.source): \(type.text)" + (value.map { " = \($0)" } ?? "")
  }
}
