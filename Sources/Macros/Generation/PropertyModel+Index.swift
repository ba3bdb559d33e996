extension PropertyModel {
  /// The expression for the property's index among all of its object's properties.
  ///
  /// - Parameter owner: the class.
  func index(in owner: Name) -> String { "\(owner.source).\(Generated.index).\(name.source)" }
}
