extension ClassModel {
  /// The finders of each property: one for the main actor's session and one for any session.
  var finders: [String] {
    soundProperties.filter(\.property.hasFinder).flatMap { position, property in
      [
        mainFinder(of: property, at: position), sessionFinder(of: property, at: position),
      ]
    }
  }

  private func mainFinder(of property: PropertyModel, at position: Int) -> String {
    """
    /// The objects whose `\(property.name.text)` equals a value, in the main actor's session.
    @Swift.MainActor
    \(finderHead(of: property))) throws -> [\(name.source)] {
      try Self.\(Generated.find)(\(index(position)), value, in: Self.\(Generated.mainSession))
    }
    """
  }

  private func sessionFinder(of property: PropertyModel, at position: Int) -> String {
    """
    /// The objects whose `\(property.name.text)` equals a value.
    \(finderHead(of: property)), in session: \(Generated.module).Session) throws
      -> [\(name.source)]
    {
      try Self.\(Generated.find)(\(index(position)), value, in: session)
    }
    """
  }

  private func finderHead(of property: PropertyModel) -> String {
    let finder = Name(generated: "findBy" + property.name.capitalized)
    let prefix = min(access, property.access, .public).prefix
    return "\(prefix)static func \(finder.source)(_ value: \(property.type.text)"
  }
}
