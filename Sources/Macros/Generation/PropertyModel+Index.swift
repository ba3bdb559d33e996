extension PropertyModel {
  /// Returns the constant for the property's index among all of its object's properties. A class
  /// that inherits nothing has numbers instead: in a build without optimization, each use of the
  /// name is a call.
  ///
  /// - Parameter owner: the class.
  func index(in owner: Name) -> String { "\(owner.source).\(Generated.index).\(name.source)" }
}
