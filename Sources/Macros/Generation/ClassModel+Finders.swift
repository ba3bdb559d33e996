/// One of the finders of a property.
private struct Finder {
  let summary: String
  /// The part of its name before the property's.
  let verb: String
  var label = "_ value"
  var valueType: String?
  let result: String
  /// The call in the body, with the property's position.
  let call: String
}

extension ClassModel {
  /// The finders of each property: each for the main actor's session and for any session.
  var finders: [String] {
    soundProperties.filter(\.property.hasFinder).flatMap { position, property in
      finders(of: property, at: position).flatMap { finder in
        [mainForm(of: finder, property), sessionForm(of: finder, property)]
      }
    }
  }

  private func finders(of property: PropertyModel, at position: Int) -> [Finder] {
    let place = index(position)
    let equals = "whose `\(property.name.text)` equals a value"
    let all = [
      Finder(
        summary: "The objects \(equals)", verb: "findBy", result: "[\(name.source)]",
        call: "\(Generated.find)(\(place), value"),
      Finder(
        summary: "The first object \(equals), or nil", verb: "findFirstBy",
        result: "\(receiver)?", call: "\(Generated.findFirst)(\(place), value"),
      Finder(
        summary: "How many objects there are \(equals)", verb: "countBy", result: "Swift.Int",
        call: "\(Generated.count)(\(place), value"),
    ]
    guard property.type.isText else { return all }
    let matching = Finder(
      summary: "The objects whose `\(property.name.text)` matches a pattern with `%` and `_`",
      verb: "findBy", label: "matching pattern", valueType: "Swift.String",
      result: "[\(name.source)]", call: "\(Generated.find)(\(place), matching: pattern")
    return all + [matching]
  }

  private func mainForm(of finder: Finder, _ property: PropertyModel) -> String {
    """
    /// \(finder.summary), in the main actor's session.
    @Swift.MainActor
    \(attributes(of: finder))\(head(of: finder, property))) throws -> \(finder.result) {
      try \(receiver).\(finder.call), in: \(receiver).\(Generated.mainSession))
    }
    """
  }

  private func sessionForm(of finder: Finder, _ property: PropertyModel) -> String {
    """
    /// \(finder.summary).
    \(attributes(of: finder))\(head(of: finder, property)), in session: \(Generated.module).Session) throws
      -> \(finder.result)
    {
      try \(receiver).\(finder.call), in: session)
    }
    """
  }

  /// The receiver of a finder. In a class that may have subclasses a finder finds objects of the
  /// class that it is called on, and has to convert the array. A final class is spared that.
  private var receiver: String { isFinal ? name.source : "Self" }

  private func head(of finder: Finder, _ property: PropertyModel) -> String {
    let function = Name(generated: finder.verb + property.name.capitalized)
    let prefix = min(access, property.access, .public).prefix
    let type = finder.valueType ?? property.type.text
    return "\(prefix)static func \(function.source)(\(finder.label): \(type)"
  }

  /// The attributes of a finder. The compiler refuses a subclass that declares an inherited
  /// property again; the first attribute prevents that it also refuses the finders, inside the
  /// expansion. The second prefers the declarations of an extension of all `PersistentObject where
  /// Self: _Person`: only there can arrays be of `Self`.
  private func attributes(of finder: Finder) -> String {
    let givesArray = finder.result == "[\(name.source)]"
    return (superclass == nil ? "" : "@_nonoverride\n")
      + (isAbstract && givesArray ? "@_disfavoredOverload\n" : "")
  }
}
