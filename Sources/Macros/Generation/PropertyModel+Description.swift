extension PropertyModel {
  /// Returns the call that describes the property to the engine. The engine finds out by overload
  /// resolution what a macro cannot see, such as whether a type is a persistent class.
  ///
  /// - Parameter owner: the class.
  func description(in owner: Name) -> String {
    let plain = isPlain ? "_property" : "_slotProperty"
    let function = isDerived ? "_inverseProperty" : plain
    let arguments = [
      isPlain ? valueType : nil,
      declaration,
      column.codec.map { "codec: \($0)" },
      inverse.map { "of: \($0)" } ?? "default: \(describedDefault.map { "{ \($0) }" } ?? "nil")",
    ]
    let slotAccess = """
      ,
        get: { (object: \(owner.source)) in object.\(storage.source) },
        set: { (object: \(owner.source), slot) in object.\(storage.source).swap(&slot) }
      """
    return """
      \(Generated.module).\(function)(
        \(arguments.compactMap(\.self).joined(separator: ", "))\(isPlain ? "" : slotAccess))
      """
  }

  /// The type as a value. The type of a property with a codec may have any spelling, such as
  /// `any Shape`.
  private var valueType: String { type.isPlain ? "\(type.text).self" : "(\(type.text)).self" }

  /// The declaration without the type, the default and the codec: only the name if the column has
  /// the same name.
  private var declaration: String {
    let others = [
      column.renamedFrom.isEmpty ? nil : "renamedFrom: \(column.renamedFrom.swiftLiteral)",
      column.timestamp.map { "timestamp: .\($0)" },
      column.isVersion ? "isVersion: true" : nil,
      index.map { "index: .\($0)" },
      describedDefaultKind.map { "default: .\($0)" },
      column.onDelete.map { "onDelete: \($0)" },
      column.deletesTargets.map { "deletesTargets: \($0)" },
    ].compactMap(\.self)
    let name = name.text.swiftLiteral
    if others.isEmpty && columnName.source == name { return name }
    let arguments = [name, "\(others.isEmpty ? "in" : "column"): \(columnName.source)"] + others
    return "\(Generated.module)._PropertyDeclaration(\(arguments.joined(separator: ", ")))"
  }

  /// The default value for the engine. It is 0 for a version: rows from before the version count as
  /// rows that were never changed.
  private var describedDefault: String? { defaultValue ?? (column.isVersion ? "0" : nil) }

  /// The way in which the default value varies; nil if it does not, or if old rows never get it.
  private var describedDefaultKind: DefaultKind? {
    if column.isVersion || type.isCollection || defaultKind == .constant { return nil }
    return defaultKind
  }

  private var index: String? { column.isUnique ? "unique" : column.isIndexed ? "plain" : nil }
}

extension [String] {
  /// A Swift array literal of these texts.
  var swiftLiteral: String { "[\(map(\.swiftLiteral).joined(separator: ", "))]" }
}

extension String {
  /// A Swift string literal of this text.
  var swiftLiteral: String { debugDescription }
}
