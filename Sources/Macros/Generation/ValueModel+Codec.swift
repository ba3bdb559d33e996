extension ValueModel {
  /// The protocol to which the extension makes the type conform.
  var conformance: String {
    switch content {
    case .fields: "\(Generated.module).Embeddable"
    case .cases: "\(Generated.module).Embeddable, \(Generated.module)._EmbeddableEnum"
    }
  }

  /// The members that make the type embeddable.
  var members: [String] {
    switch content {
    case .fields(let fields):
      [codec(ofFields: fields), codecMember, decodingInit(of: fields)]
    case .cases(let cases):
      [codec(ofCases: cases), codecMember, casesMember(cases), fieldsType(cases)]
    }
  }

  private var codecMember: String {
    """
    /// The codec that stores a value in several columns.
    \(access.prefix)static var compositeCodec: _Composite { _Composite() }
    """
  }

  /// Returns the codec.
  ///
  /// - Parameters:
  ///   - fields: the expressions of the fields.
  ///   - encode: the statements that write a `value`.
  ///   - decode: the statements that read a value.
  func codec(fields: [String], encode: [String], decode: [String]) -> String {
    """
    /// The codec that stores a value in several columns.
    \(access.prefix)struct _Composite: \(Generated.module).CompositeCodec {
      \(access.prefix)let identifier = \(Generated.module).CodecIdentifier(\("embeddable(\(name))".swiftLiteral))
      \(access.prefix)let fields: [\(Generated.module).CompositeField<\(type)>] = [
    \(fields.map { "\($0)," }.joined(separator: "\n").indented(by: 4))
      ]
      \(access.prefix)func encode(
        _ value: \(type), into fields: inout \(Generated.module).FieldWriter
      ) throws {
    \(encode.joined(separator: "\n").indented(by: 4))
      }
      \(access.prefix)func decode(
        from fields: inout \(Generated.module).FieldReader
      ) throws -> \(type) {
    \(decode.joined(separator: "\n").indented(by: 4))
      }
    }
    """
  }

  private func codec(ofFields fields: [PropertyModel]) -> String {
    codec(
      fields: fields.map { $0.field(of: type) },
      encode: fields.map { "try fields.write(value.\($0.name.source))" },
      decode: ["try \(type)(_fields: &fields)"])
  }

  private func decodingInit(of fields: [PropertyModel]) -> String {
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
