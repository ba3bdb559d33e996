import PersistentObjectsNames

// The codec of an enum. Its first field names the case; each case with values has one more.

extension ValueModel {
  /// The type whose properties are the fields of an enum, in key paths. There are no values of it.
  private var fieldsName: String { "\(type)._Fields" }

  func codec(ofCases cases: [CaseModel]) -> String {
    let last = cases.count - 1
    return codec(
      fields: [".init(_cases: \(type)._cases)"] + cases.compactMap { $0.field(in: fieldsName) },
      encode: ["switch value {"]
        + cases.indices.map { cases[$0].encoding(at: $0, around: skipped(at: $0, of: cases)) }
        + ["}"],
      decode: ["switch try fields.read(Swift.Int.self) {"]
        + cases.indices.map {
          let label = $0 == last ? "default" : "case \($0)"
          return "\(label):\n"
            + cases[$0].decoding(of: type, around: skipped(at: $0, of: cases)).indented(by: 2)
        } + ["}"])
  }

  /// The numbers of fields of the cases before and after one.
  private func skipped(at position: Int, of cases: [CaseModel]) -> (before: Int, after: Int) {
    func count(_ cases: ArraySlice<CaseModel>) -> Int { cases.count { $0.fieldType != nil } }
    return (count(cases[..<position]), count(cases[(position + 1)...]))
  }

  func casesMember(_ cases: [CaseModel]) -> String {
    let list = cases.map { model in
      let former = model.column.renamedFrom
      let renamed = former.isEmpty ? "" : ", renamedFrom: \(former.swiftLiteral)"
      return
        ".init(\(model.storedName.swiftLiteral), \\\(fieldsName).\(model.name.source)\(renamed)),"
    }
    return """
      /// The cases, in their order.
      \(access.prefix)static var _cases: [\(Generated.module)._EnumCase] {
        [
      \(list.joined(separator: "\n").indented(by: 4))
        ]
      }
      """
  }

  func fieldsType(_ cases: [CaseModel]) -> String {
    let properties = cases.map {
      "\(access.prefix)let \($0.name.source): \($0.fieldType ?? "Swift.Void")"
    }
    let types = cases.compactMap { valueType(of: $0) }
    return """
      /// The values of the cases, as queries name them.
      \(access.prefix)struct _Fields {
      \((properties + types).joined(separator: "\n").indented(by: 2))
      }
      """
  }

  /// Returns the type of a case's values, if they are a value of several columns of their own.
  private func valueType(of model: CaseModel) -> String? {
    guard case .several(let fields) = model.values else { return nil }
    let name = model.valueType
    let values = ValueModel(
      type: "\(fieldsName).\(name)", name: model.name.text, access: access,
      content: .fields(fields))
    let properties = fields.map {
      "\(access.prefix)let \($0.name.source): \($0.type.text)"
    }
    let parameters = fields.map { "\($0.name.source): \($0.type.text)" }.joined(separator: ", ")
    let assignments = fields.map { "self.\($0.name.source) = \($0.name.source)" }
    let initializer = """
      fileprivate init(\(parameters)) {
      \(assignments.joined(separator: "\n").indented(by: 2))
      }
      """
    return """
      /// The values of a case.
      \(access.prefix)struct \(name): \(values.conformance) {
      \((properties + [initializer] + values.members).joined(separator: "\n").indented(by: 2))
      }
      """
  }
}

extension CaseModel {
  /// The name of the type of several values.
  fileprivate var valueType: String { Name(generated: "_\(name.capitalized)").source }

  /// The type of the field with the values; nil without values.
  fileprivate var fieldType: String? {
    switch values {
    case .none: nil
    case .one(let type): type.isOptional ? type.text : "(\(type.text))?"
    case .several: "\(valueType)?"
    }
  }

  /// Returns the expression that describes the field with the values.
  fileprivate func field(in fields: String) -> String? {
    guard fieldType != nil else { return nil }
    let former = column.renamedFrom.map(StandardNaming.snakeCase)
    let arguments = [
      name.text.swiftLiteral, "\\\(fields).\(name.source)",
      column.name.map { "column: \($0.swiftLiteral)" },
      former.isEmpty ? nil : "renamedFrom: \(former.swiftLiteral)",
    ]
    return ".init(_values: \(arguments.compactMap(\.self).joined(separator: ", ")))"
  }

  fileprivate func encoding(at position: Int, around skipped: (before: Int, after: Int)) -> String {
    let names = constants
    let pattern = names.isEmpty ? "" : "(\(names.map { "let \($0)" }.joined(separator: ", ")))"
    var lines = ["try fields.write(\(position))", Self.skip(skipped.before)]
    switch values {
    case .none: break
    case .one: lines.append("try fields.write(v0 as \(fieldType ?? ""))")
    case .several(let fields):
      let arguments = zip(fields, names).map { "\($0.name.source): \($1)" }
      let made = "_Fields.\(valueType)(\(arguments.joined(separator: ", ")))"
      lines.append("try fields.write(Swift.Optional(\(made)))")
    }
    lines.append(Self.skip(skipped.after))
    let body = lines.filter { !$0.isEmpty }.joined(separator: "\n").indented(by: 2)
    return "case .\(name.source)\(pattern):\n\(body)"
  }

  fileprivate func decoding(of type: String, around skipped: (before: Int, after: Int)) -> String {
    var lines = [Self.skip(skipped.before)]
    var made = ".\(name.source)"
    switch values {
    case .none: break
    case .one(let type):
      lines.append("let values = try fields.\(reading(type))")
      made += "(values)"
    case .several(let fields):
      lines.append(
        "let values = try fields._readValues(of: \(name.text.swiftLiteral), as: _Fields.\(valueType).self)"
      )
      made += "(\(fields.enumerated().map { argument($1, at: $0) }.joined(separator: ", ")))"
    }
    lines += [Self.skip(skipped.after), "return \(made)"]
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func reading(_ type: TypeSpelling) -> String {
    type.isOptional
      ? "read((\(type.text)).self)"
      : "_readValues(of: \(name.text.swiftLiteral), as: (\(type.text)).self)"
  }

  private func argument(_ value: PropertyModel, at position: Int) -> String {
    let label = value.name.text == "_\(position)" ? "" : "\(value.name.source): "
    return "\(label)values.\(value.name.source)"
  }

  /// The constants to which a pattern binds the values.
  private var constants: [String] {
    switch values {
    case .none: []
    case .one: ["v0"]
    case .several(let fields): fields.indices.map { "v\($0)" }
    }
  }

  private static func skip(_ count: Int) -> String {
    count == 0 ? "" : "try fields._skip(\(count))"
  }
}
