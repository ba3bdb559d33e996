extension ClassModel {
  /// The initializer with a parameter for each property, or nil if the class has its own.
  ///
  /// Private properties with a default value are no parameters.
  var memberwiseInit: String? {
    guard superclass == nil, !declared.designatedInit else { return nil }
    let parameters = properties.filter(\.isInMemberwiseInit)
    let list = parameters.map { "\n  \($0.parameter)" }.joined(separator: ",")
    let assignments = parameters.map {
      "self.\($0.storage.source) = \($0.stored($0.name.source))"
    }
    return """
      \(memberwiseAccess(parameters).prefix)init(\(list)\(list.isEmpty ? "" : "\n")) {
      \(lines(isBroken ? ["fatalError()"] : assignments))
      }
      """
  }

  /// The class's level, lowered to that of each property whose type may be no more visible.
  private func memberwiseAccess(_ parameters: [PropertyModel]) -> AccessLevel {
    let limits = parameters.filter { !$0.type.isValue }.map(\.access)
    return min(access, .public, limits.min() ?? .public)
  }
}

extension PropertyModel {
  fileprivate var isInMemberwiseInit: Bool {
    access > .fileprivate || !isOptionalInInit
  }
}
