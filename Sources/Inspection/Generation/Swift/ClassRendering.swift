import PersistentObjectsInspection
import PersistentObjectsNames

/// The declaration of a class: on its own, or in the machine's and the person's file.
struct ClassRendering {
  private let model: ClassModel
  private let lookup: ModelLookup
  private let spelling: SwiftSpelling
  let name: GeneratedName
  /// Whether the class inherits from a class in the machine's file.
  private let hasMachine: Bool

  init(_ model: ClassModel, _ lookup: ModelLookup, hasMachine: Bool) {
    self.model = model
    self.lookup = lookup
    self.hasMachine = hasMachine
    spelling = SwiftSpelling(lookup)
    name = GeneratedName(model.name)
  }

  var isFinal: Bool { lookup.isFinal(model) }

  /// The attribute of the class, with its table.
  var attribute: String {
    let arguments = [
      model.table == StandardNaming.name(of: model.name)
        ? nil : "table: \(model.table.swiftLiteral)",
      model.renamedFrom.map { "renamedFrom: \($0.swiftLiteral)" },
    ].compactMap(\.self)
    let name = "@\(spelling.standard("Persistent"))"
    return arguments.isEmpty ? name : "\(name)(\(arguments.joined(separator: ", ")))"
  }

  /// The values for templates.
  var values: TemplateValues {
    let owner = hasMachine ? name.machine : name
    let (indices, notes) = indices
    let initializer = initializer
    return [
      "name": .text(name.ownSource), "machine": .text(name.machine.ownSource),
      "machinePath": .text(name.machine.source), "scope": .text(ifAny: name.scope?.source),
      "table": .text(model.table.swiftLiteral), "attribute": .text(attribute),
      "machineAttribute": .text("@\(spelling.standard("Persistent"))(abstract: true)"),
      "superclass": .text(ifAny: model.superclass.map { GeneratedName($0).source }),
      "isFinal": .flag(isFinal),
      "documentation": .lines(model.documentation?.commentLines ?? []),
      "notes": .lines((model.notes ?? []).flatMap(\.commentLines) + notes),
      "properties": .list(properties.map(\.values)), "hasIndices": .flag(!indices.isEmpty),
      "indices": .list(indices.map { ["index": .text($0)] }),
      "indexType": .text("\(spelling.standard("Index"))<\(owner.ownSource)>"),
      "hasInitializer": .flag(!initializer.isEmpty), "initializer": .lines(initializer),
      "finders": .list(properties.filter(\.hasFinder).map(\.values)),
      "session": .text(spelling.standard("Session")),
      "mainActor": .text(spelling.standard("MainActor")),
      "string": .text(spelling.standard("String")),
    ]
  }

  private var properties: [PropertyRendering] {
    model.properties.map { PropertyRendering($0, spelling) }
  }

  private var indices: (sources: [String], notes: [String]) {
    var (sources, notes): ([String], [String]) = ([], [])
    for index in model.indices ?? [] {
      if let index = ModelIndex(index, of: model, lookup) {
        sources.append(IndexRendering(index, spelling).source)
      } else {
        notes.append(
          "the index of \(index.columns.joined(separator: ", ").commentLine) is left out")
      }
    }
    return (sources, notes)
  }

  /// The lines of the initializer of a subclass that adds properties. A macro cannot generate it,
  /// because it cannot see the inherited properties.
  private var initializer: [String] {
    guard model.superclass != nil, !model.properties.isEmpty else { return [] }
    let inherited = lookup.ancestors(of: model).reversed().flatMap(\.properties)
      .map { PropertyRendering($0, spelling) }.filter(\.isParameter)
    let own = properties.filter(\.isParameter)
    let parameters = (inherited + own).map { property in
      "\(property.name): \(property.type)" + (property.parameterValue.map { " = \($0)" } ?? "")
    }
    // Versions, required times and inverses are not parameters. A class with no others overrides
    // the inherited initializer.
    return call(own.isEmpty ? "override init" : "init", parameters, " {")
      + own.map { "  self.\($0.name) = \($0.name)" }
      + call("super.init", inherited.map { "\($0.name): \($0.name)" }, "").map { "  " + $0 }
      + ["}"]
  }

  private func call(_ beginning: String, _ arguments: [String], _ end: String) -> [String] {
    let line = "\(beginning)(\(arguments.joined(separator: ", ")))\(end)"
    if line.count <= 92 { return [line] }
    let last = arguments.count - 1
    return ["\(beginning)("]
      + arguments.enumerated().map { "  \($1)\($0 == last ? "" : ",")" } + [")\(end)"]
  }
}
