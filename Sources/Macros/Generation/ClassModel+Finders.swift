/// One of the finders of a property: a constant that is called like a function, with a session or,
/// on the main actor, without one.
private struct Finder {
  let summary: String
  /// The part of the finder's name before the name of the property.
  let verb: String
  /// The type in the library.
  let type: String
  /// Whether the finder returns several objects.
  var findsArray = false
}

extension ClassModel {
  /// The finders of each property.
  var finders: [String] {
    soundProperties.filter(\.hasFinder).flatMap { property in
      finders(of: property).map { declaration(of: $0, for: property) }
        + (isFinal ? [] : firstFinders(of: property))
    }
  }

  private func finders(of property: PropertyModel) -> [Finder] {
    let matches = property.type.isText ? ", or matches a pattern with `%` and `_`" : ""
    let all = Finder(
      summary: "Finds the objects \(equals(property))\(matches).", verb: "findBy", type: "Finder",
      findsArray: true)
    let first = Finder(
      summary: "Finds the first object \(equals(property)), or nil.", verb: "findFirstBy",
      type: "FirstFinder")
    let count = Finder(
      summary: "Counts the objects \(equals(property)).", verb: "countBy", type: "CountFinder")
    return isFinal ? [all, first, count] : [all, count]
  }

  private func equals(_ property: PropertyModel) -> String {
    "whose `\(property.name.text)` equals a value"
  }

  private func declaration(of finder: Finder, for property: PropertyModel) -> String {
    let type = "\(Generated.module).\(finder.type)<\(name.source), \(property.type.text)>"
    // Prefer what an extension of all `PersistentObject where Self: _Person` declares: only there
    // can arrays be of `Self`.
    let disfavored = isAbstract && finder.findsArray ? "@_disfavoredOverload\n" : ""
    return """
      /// \(finder.summary)
      \(attributes)\(disfavored)\(head(finder.verb, of: property, keyword: "var")): \(type) {
        .init(\(isFinal ? "" : "Self.self, ")at: \(index(of: property)))
      }
      """
  }

  /// Returns the finders of the first object in a class that may have subclasses. They return a
  /// `Self`, which the type of a constant cannot name.
  private func firstFinders(of property: PropertyModel) -> [String] {
    let head =
      "\(head("findFirstBy", of: property, keyword: "func"))(_ value: \(property.type.text)"
    let call = "try Self.\(Generated.findFirst)(at: \(index(of: property)), value"
    return [
      """
      /// Finds the first object \(equals(property)), or nil, in the main actor's session.
      @Swift.MainActor
      \(attributes)\(head)) throws -> Self? {
        \(call))
      }
      """,
      """
      /// Finds the first object \(equals(property)), or nil.
      \(attributes)\(head), in session: \(Generated.module).Session) throws -> Self? {
        \(call), in: session)
      }
      """,
    ]
  }

  private func head(_ verb: String, of property: PropertyModel, keyword: String) -> String {
    let prefix = min(access, property.access, .public).prefix
    let name = Name(generated: verb + property.name.capitalized)
    return "\(prefix)static \(keyword) \(name.source)"
  }

  /// The attribute that lets a subclass declare an inherited property's finders again. The compiler
  /// refuses the second declaration of the property anyway; without the attribute, it would also
  /// report the finders, inside the expansion.
  private var attributes: String { superclass == nil ? "" : "@_nonoverride\n" }
}
