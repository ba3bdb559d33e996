public import PersistentObjectsInspection

extension StoreModel {
  /// Returns Swift declarations of all classes, or of a single one, and of the types of their
  /// properties that are not classes. When compiled, the declarations of all classes open the file
  /// from which the model was read without pending changes.
  ///
  /// - Parameters:
  ///   - className: the class or its table; nil for all.
  ///   - templates: the templates of the text.
  public func swiftDeclarations(
    of className: String? = nil, templates: TemplateSet
  ) throws -> String {
    let lookup = ModelLookup(self)
    let shown = restricted(to: className)
    var text = templates.text(of: "support", SupportRendering(ModelLookup(shown)).values)
    for model in shown.classes {
      text += templates.text(
        of: "declaration", ClassRendering(model, lookup, hasMachine: false).values)
    }
    return text
  }

  /// Returns the model with one class only, and the types that it names.
  ///
  /// - Parameter className: the class or its table; nil for all.
  package func restricted(to className: String?) -> StoreModel {
    guard let className else { return self }
    var copy = self
    let named = classes.filter { $0.name == className }
    copy.classes = named.isEmpty ? classes.filter { $0.table == className } : named
    copy.types = types(namedBy: copy.classes.flatMap(\.properties).flatMap(\.type.names))
    return copy
  }
}
