extension ValueModel {
  /// The members of the extension that makes the struct embeddable.
  var members: [String] { [codec, codecMember, decodingInit] }

  private var codec: String {
    """
    /// The codec that stores a value in several columns.
    \(access.prefix)struct _Composite: \(Generated.module).CompositeCodec {
      \(access.prefix)let identifier = \(Generated.module).CodecIdentifier(\("embeddable(\(name.text))".swiftLiteral))
      \(access.prefix)let fields: [\(Generated.module).CompositeField<\(type)>] = [
    \(fields.map { "\($0.field(of: type))," }.joined(separator: "\n").indented(by: 4))
      ]
      \(access.prefix)func encode(
        _ value: \(type), into fields: inout \(Generated.module).FieldWriter
      ) throws {
    \(fields.map { "try fields.write(value.\($0.name.source))" }.joined(separator: "\n").indented(by: 4))
      }
      \(access.prefix)func decode(
        from fields: inout \(Generated.module).FieldReader
      ) throws -> \(type) { try \(type)(_fields: &fields) }
    }
    """
  }

  private var codecMember: String {
    """
    /// The codec that stores a value in several columns.
    \(access.prefix)static var compositeCodec: _Composite { _Composite() }
    """
  }

  private var decodingInit: String {
    """
    fileprivate init(_fields fields: inout \(Generated.module).FieldReader) throws {
    \(fields.map { "self.\($0.name.source) = try fields.read((\($0.type.text)).self)" }
      .joined(separator: "\n").indented(by: 2))
    }
    """
  }
}

extension PropertyModel {
  /// Returns the expression that describes a field of a value.
  fileprivate func field(of type: String) -> String {
    let arguments = [
      name.text.swiftLiteral, "\\\(type).\(name.source)", column.codec.map { "codec: \($0)" },
      column.name.map { "column: \($0.swiftLiteral)" },
      column.renamedFrom.isEmpty ? nil : "renamedFrom: \(column.renamedFrom.swiftLiteral)",
      column.isIndexed ? "indexed: true" : nil, column.isUnique ? "unique: true" : nil,
      defaultValue.map { "default: { \($0) }" },
    ]
    return ".init(\(arguments.compactMap(\.self).joined(separator: ", ")))"
  }
}
