import PersistentObjects
import PersistentObjectsDriver
import PersistentObjectsInspection
import PersistentObjectsNames

/// The declaration of a property.
struct PropertyRendering {
  let property: PropertyModel
  private let spelling: SwiftSpelling

  init(_ property: PropertyModel, _ spelling: SwiftSpelling) {
    self.property = property
    self.spelling = spelling
  }

  /// The property's name in code.
  var name: String { SwiftName.source(property.name) }

  var type: String { spelling.type(property.type) }

  /// Whether the generated initializer of a root class has a parameter for the property.
  var isParameter: Bool {
    guard !property.isDerived else { return false }
    return switch property.role {
    case .version: false
    case .createdAt, .updatedAt: property.type.isOptional
    case nil: true
    }
  }

  /// The default value; nil if there is none.
  var value: String? {
    guard !property.isDerived, property.role == nil else { return nil }
    if property.hasChildTable {
      // An optional collection with a default starts as an empty collection.
      return property.type.isOptional && property.defaultValue == nil ? nil : emptyCollection
    }
    guard let value = property.defaultValue?.value, value != .null else { return nil }
    return DefaultExpression(value, codec: property.codec, spelling).source(of: property.type)
  }

  private var emptyCollection: String {
    if case .dictionary = property.type.unwrapped { "[:]" } else { "[]" }
  }

  /// The default value of a parameter.
  var parameterValue: String? { value ?? (property.type.isOptional ? "nil" : nil) }

  /// The model's notes, and one on a default value that has no expression.
  var notes: [String] {
    let own = property.notes ?? []
    guard let value = property.defaultValue?.value, value != .null, self.value == nil,
      property.role == nil
    else { return own }
    return own + ["the default value of its column has no expression here"]
  }

  /// The attribute followed by a space, or an empty text.
  var attribute: String {
    if let inverse = property.inverse {
      let element = property.type.elementName.map { GeneratedName($0).source } ?? ""
      return "@\(spelling.standard("Inverse"))(\\\(element).\(SwiftName.source(inverse))) "
    }
    let arguments = arguments
    return arguments.isEmpty
      ? "" : "@\(spelling.standard("Column"))(\(arguments.joined(separator: ", "))) "
  }

  private var arguments: [String] {
    [
      property.columnName == StandardNaming.name(of: property.name)
        ? nil : property.columnName.swiftLiteral,
      property.role.map { ".\($0.rawValue)" },
      codec.map { "codec: \($0)" },
      property.isUnique == true ? "unique: true" : nil,
      property.isIndexed == true ? "indexed: true" : nil,
      property.renamedFrom.map { "renamedFrom: \($0.swiftLiteral)" },
      property.onDelete.map { "onDelete: .\($0.rawValue)" },
      property.deletesTargets == true ? "deletesTargets: true" : nil,
    ].compactMap(\.self)
  }

  /// The argument of `codec:`; nil if the type implies the codec.
  var codec: String? {
    property.codec.flatMap {
      CodecExpression($0, of: property.type)?.source(for: property.type, spelling)
    }
  }

  /// The values for templates.
  var values: TemplateValues {
    [
      "name": .text(name), "type": .text(type), "attribute": .text(attribute),
      "value": .text(ifAny: value),
      "documentation": .lines(property.documentation?.commentLines ?? []),
      "notes": .lines(notes.flatMap(\.commentLines)),
      "finder": .text(SwiftName.source("findBy" + property.name.capitalizedFirst)),
      "isText": .flag(property.type.unwrapped == .named("String")),
    ]
  }

  /// Whether the macro makes finders for the property.
  var hasFinder: Bool {
    !property.isDerived && (!property.type.isCollection || property.type.isBytes)
  }
}
