extension PropertyModel {
  /// The constant for the property's index among all of its object's properties. In a class that inherits nothing,
  /// numbers take its place: each use of the name is a call in a build without optimization.
  ///
  /// - Parameter owner: the class.
  func index(in owner: Name) -> String { "\(owner.source).\(Generated.index).\(name.source)" }
}
