import PersistentObjectsInspection
import PersistentObjectsNames

/// The declaration of a type of values in several columns: a struct, an enum, or a struct with the
/// codec that a program has for the values.
struct CompositeRendering {
  private let type: TypeModel
  private let spelling: SwiftSpelling

  init(_ type: TypeModel, _ spelling: SwiftSpelling) {
    self.type = type
    self.spelling = spelling
  }

  /// The values for templates.
  var values: TemplateValues {
    let name = GeneratedName(type.name)
    return [
      "name": .text(name.ownSource), "scope": .text(ifAny: name.scope?.source),
      "attribute": .text("@\(spelling.standard("Embeddable"))"),
      "isStruct": .flag(type.cases == nil && type.codec == nil),
      "isEnum": .flag(type.cases != nil),
      "codecName": .text(ifAny: type.cases == nil ? type.codec?.name.commentLine : nil),
      "properties": .list(fields.map(\.values)), "codec": .lines(codec),
      "cases": .list((type.cases ?? []).map { ["case": .text(source(of: $0))] }),
    ]
  }

  private var fields: [PropertyRendering] {
    (type.fields ?? []).map { PropertyRendering($0, spelling) }
  }

  private func source(of model: TypeModel) -> String {
    let values = (model.fields ?? []).map { field in
      let rendering = PropertyRendering(field, spelling)
      return (field.isUnlabelled ? "" : "\(rendering.name): ") + rendering.type
    }
    let column = model.column.map { "@\(spelling.standard("Column"))(\($0.swiftLiteral)) " } ?? ""
    let name = "\(column)case \(SwiftName.source(model.name))"
    return values.isEmpty ? name : "\(name)(\(values.joined(separator: ", ")))"
  }

  // MARK: Codecs of programs

  /// The lines of the codec that stores the fields under the name of the program's codec.
  private var codec: [String] {
    guard let codec = type.codec, type.cases == nil else { return [] }
    let name = GeneratedName(type.name).ownSource
    let module = "PersistentObjects"
    return [
      "struct Codec: \(module).CompositeCodec {",
      "  let identifier = \(module).CodecIdentifier(\(identifier(codec)))",
      "  let fields: [\(module).CompositeField<\(name)>] = [",
    ] + fields.map { "    .init(\(arguments(of: $0, name)))," } + [
      "  ]",
      "  func encode(_ value: \(name), into fields: inout \(module).FieldWriter) throws {",
    ] + fields.map { "    try fields.write(value.\($0.name))" } + [
      "  }",
      "  func decode(from fields: inout \(module).FieldReader) throws -> \(name) {",
    ] + fields.map { "    let \($0.name): \($0.type) = try fields.read()" } + [
      "    return \(name)(\(fields.map { "\($0.name): \($0.name)" }.joined(separator: ", ")))",
      "  }", "}",
    ]
  }

  private func identifier(_ codec: CodecModel) -> String {
    codec.name.swiftLiteral + (codec.version == 1 ? "" : ", version: \(codec.version)")
  }

  private func arguments(of field: PropertyRendering, _ owner: String) -> String {
    [
      field.property.name.swiftLiteral, "\\\(owner).\(field.name)",
      field.codec.map { "codec: \($0)" },
      field.property.columnName == StandardNaming.name(of: field.property.name)
        ? nil : "column: \(field.property.columnName.swiftLiteral)",
      field.property.isUnique == true ? "unique: true" : nil,
      field.property.isIndexed == true ? "indexed: true" : nil,
      field.value.map { "default: { \($0) }" },
    ].compactMap(\.self).joined(separator: ", ")
  }
}

extension PropertyModel {
  /// Whether the field is a value of a case that has no label, but a number.
  var isUnlabelled: Bool { name.first == "_" && Int(name.dropFirst()) != nil }
}
