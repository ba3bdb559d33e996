import SwiftDiagnostics
import SwiftParser
import SwiftSyntax

// Reads the cases of an enum.

extension ValueParser {
  mutating func cases(of declaration: EnumDeclSyntax) -> [CaseModel] {
    checkForm(of: declaration)
    var cases: [CaseModel] = []
    for member in declaration.memberBlock.members {
      if let group = member.decl.as(EnumCaseDeclSyntax.self) {
        let column = column(of: group)
        cases += group.elements.map { self.case($0, column) }
      } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        findings.report(.conditionalCase, at: condition)
      }
    }
    if cases.isEmpty && !findings.hasErrors {
      findings.report(.enumWithoutCases, at: declaration.name)
    }
    checkNames(of: cases, in: declaration)
    return cases
  }

  /// Reports an enum whose values have another stored form already, or no end.
  private mutating func checkForm(of declaration: EnumDeclSyntax) {
    let inherited = declaration.inheritanceClause?.inheritedTypes.first
    if let inherited, TypeSpelling(inherited.type).isPlain {
      findings.report(.rawValues, at: inherited)
    }
    let groups = declaration.memberBlock.members.compactMap {
      $0.decl.as(EnumCaseDeclSyntax.self)?.modifiers
    }
    for modifier in ([declaration.modifiers] + groups).joined()
    where modifier.name.tokenKind == .keyword(.indirect) {
      findings.report(.indirectCase, at: modifier)
    }
  }

  private mutating func column(of group: EnumCaseDeclSyntax) -> ColumnArguments {
    guard let attribute = group.attributes.named(Generated.column).first else {
      return ColumnArguments()
    }
    var parser = ArgumentParser()
    let column = parser.column(attribute)
    findings.add(parser.findings)
    if group.elements.count > 1 { findings.report(.columnOfCases, at: attribute) }
    var isAmongFormerNames = false
    for argument in ArgumentParser.arguments(of: attribute) {
      if let label = argument.label { isAmongFormerNames = label.text == "renamedFrom" }
      let isName = argument.expression.is(StringLiteralExprSyntax.self)
      if !isName || argument.label != nil && !isAmongFormerNames {
        findings.report(.argumentOfCase(argument.trimmedDescription), at: argument)
      } else if let text = argument.expression.as(StringLiteralExprSyntax.self)?
        .representedLiteralValue, text.contains(where: { ",()/".contains($0) })
      {
        findings.report(.nameOfCase(text), at: argument.expression)
      }
    }
    return column
  }

  private mutating func `case`(
    _ element: EnumCaseElementSyntax, _ column: ColumnArguments
  ) -> CaseModel {
    let parameters = Array(element.parameterClause?.parameters ?? [])
    let values = parameters.enumerated().compactMap { value($1, at: $0) }
    let isOne = parameters.count == 1 && parameters[0].label == nil
    let name = Name(element.name)
    if isOne, let value = values.first {
      return CaseModel(name: name, column: column, values: .one(value.type))
    }
    return CaseModel(name: name, column: column, values: values.isEmpty ? .none : .several(values))
  }

  /// Returns an associated value.
  private mutating func value(
    _ parameter: EnumCaseParameterSyntax, at position: Int
  ) -> PropertyModel? {
    var parser = PropertyParser(isField: true)
    defer { findings.add(parser.findings) }
    let name = parameter.label.map(Name.init) ?? Name(generated: "_\(position)")
    return parser.parse(parameter, as: name)
  }

  /// Reports cases that have, or are stored by, the same name.
  private mutating func checkNames(of cases: [CaseModel], in declaration: EnumDeclSyntax) {
    // The field that names the case is called `case`.
    var (names, stored): (Set<String>, Set<String>) = (["case"], [])
    for model in cases {
      guard names.insert(model.name.text).inserted else {
        findings.report(.nameOfCases(model.name.text), at: declaration.name)
        continue
      }
      for name in [model.storedName] + model.column.renamedFrom
      where !stored.insert(name).inserted {
        findings.report(.nameOfCases(name), at: declaration.name)
      }
    }
  }
}

extension EnumCaseParameterSyntax {
  fileprivate var label: TokenSyntax? {
    firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0 }
  }
}
