import SwiftSyntax

// The conformance of a class to `Codable`.

extension ClassDeclSyntax {
  /// The first protocol in the inheritance clause with functions for coding that the class does not
  /// declare, and these functions.
  var incompleteCoding: (type: TypeSyntax, functions: [String])? {
    inheritedTypes.lazy.map { ($0, lacking($0.codingFunctions)) }.first { !$0.1.isEmpty }
  }

  private func lacking(_ functions: [String]) -> [String] {
    if functions.isEmpty { return [] }
    let declared = Set(memberBlock.members.flattened.compactMap(\.functionName))
    return functions.filter { !declared.contains($0) }
  }
}

extension DeclSyntax {
  /// The name of a function or an initializer with the labels of its parameters, such as
  /// `init(from:)`.
  fileprivate var functionName: String? {
    if let initializer = self.as(InitializerDeclSyntax.self) {
      return "init(\(initializer.signature.labels))"
    }
    return self.as(FunctionDeclSyntax.self).map { "\(Name($0.name).text)(\($0.signature.labels))" }
  }
}

extension FunctionSignatureSyntax {
  fileprivate var labels: String {
    parameterClause.parameters.map { "\($0.firstName.text):" }.joined()
  }
}

extension TypeSyntax {
  /// The functions that a protocol for coding requires; empty for other types.
  fileprivate var codingFunctions: [String] {
    switch standardName {
    case "Codable": ["init(from:)", "encode(to:)"]
    case "Decodable": ["init(from:)"]
    case "Encodable": ["encode(to:)"]
    default: []
    }
  }
}
