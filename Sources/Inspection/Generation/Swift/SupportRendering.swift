import PersistentObjectsInspection

/// The supporting types of a model's classes: the scopes that contain nested names, and the types
/// for the stored forms of unknown codecs.
struct SupportRendering {
  private let lookup: ModelLookup
  private let spelling: SwiftSpelling

  init(_ lookup: ModelLookup) {
    self.lookup = lookup
    spelling = SwiftSpelling(lookup)
  }

  var isEmpty: Bool { scopes.isEmpty && types.isEmpty && composites.isEmpty }

  /// The values for templates.
  var values: TemplateValues {
    [
      "scopes": .list(
        scopes.map {
          ["name": .text($0.ownSource), "scope": .text(ifAny: $0.scope?.source)]
        }),
      "types": .list(types.compactMap { type in type.codec.map { values(of: type, $0) } }),
      "values": .list(composites.map { CompositeRendering($0, spelling).values }),
    ]
  }

  /// The scopes that are neither classes of the model nor types of the program.
  private var scopes: [GeneratedName] {
    var found: [GeneratedName] = []
    var seen: Set<String> = []
    for name in lookup.model.classes.map(\.name) + (types + composites).map(\.name) {
      var scope = GeneratedName(name).scope
      while let next = scope {
        if !lookup.has(next.path), seen.insert(next.path).inserted { found.append(next) }
        scope = next.scope
      }
    }
    return found.sorted { $0.path < $1.path }
  }

  private var types: [TypeModel] {
    (lookup.model.types ?? []).filter { $0.codec != nil && !$0.isComposite }
  }

  private var composites: [TypeModel] { (lookup.model.types ?? []).filter(\.isComposite) }

  private func values(of type: TypeModel, _ codec: CodecModel) -> TemplateValues {
    let name = GeneratedName(type.name)
    let known = codec.standardCodec.flatMap { $0.expression == nil ? nil : $0 }
    let base = SwiftType.named(known?.type ?? StandardCodec.stored)
    let source = CodecExpression(codec, of: base)?.source(for: base, spelling)
    return [
      "name": .text(name.ownSource), "scope": .text(ifAny: name.scope?.source),
      "type": .text(spelling.type(base)), "codec": .text(ifAny: source),
      "codecName": .text(codec.name.commentLine),
    ]
  }
}
