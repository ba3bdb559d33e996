extension StoreModel {
  /// Swift declarations of the classes, or of one of them with its superclasses and the types of
  /// its properties other than classes. When compiled, they open the file from which the model was
  /// read with nothing pending.
  ///
  /// - Parameters:
  ///   - className: the class, or its table; nil for all.
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

  /// The model with one class alone, and the types that it names.
  ///
  /// - Parameter className: the class, or its table; nil for all.
  public func restricted(to className: String?) -> StoreModel {
    guard let className else { return self }
    var copy = self
    let named = classes.filter { $0.name == className }
    copy.classes = named.isEmpty ? classes.filter { $0.table == className } : named
    let names = Set(copy.classes.flatMap(\.properties).flatMap(\.type.names))
    copy.types = types?.filter { names.contains($0.name) }
    if copy.types?.isEmpty == true { copy.types = nil }
    return copy
  }
}

extension SwiftType {
  /// All names in it.
  var names: [String] {
    switch self {
    case .named(let name): [name]
    case .anyObject: []
    case .optional(let type), .array(let type), .set(let type): type.names
    case .dictionary(let key, let value): key.names + value.names
    }
  }
}
