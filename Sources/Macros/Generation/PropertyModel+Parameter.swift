extension PropertyModel {
  /// The parameter of an initializer that sets the property.
  var parameter: String {
    let value = defaultValue ?? (type.isOptional ? "nil" : nil)
    return "\(name.source): \(type.text)" + (value.map { " = \($0)" } ?? "")
  }
}
