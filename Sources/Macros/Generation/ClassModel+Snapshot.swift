extension ClassModel {
  /// The value type that can leave a session, and the property that makes one.
  var snapshotMembers: [String] {
    guard !declared.snapshot else { return [] }
    return [snapshotStruct, snapshotProperty]
  }

  /// Names that no persistent property can have because of the snapshot.
  var snapshotNames: Set<String> {
    let names: Set = [Generated.snapshot, Generated.snapshotType]
    return superclass == nil ? names : names.union([Generated.inherited, snapshotName])
  }

  private var snapshotProperty: String {
    """
    /// The object's values, to be used outside of its session.
    \(memberPrefix)var \(snapshotName): \(Generated.snapshotType) {
      \(Generated.snapshotType)(self)
    }
    """
  }

  /// The name of the snapshot. A subclass cannot give `snapshot` another type.
  private var snapshotName: String {
    superclass == nil
      ? Generated.snapshot : Name(generated: name.uncapitalized + Generated.snapshotType).source
  }

  private var snapshotStruct: String {
    """
    /// The values of an object at one time.
    \(superclass == nil ? "" : "@dynamicMemberLookup\n")\
    \(memberPrefix)struct \(Generated.snapshotType): Swift.Sendable, Swift.Codable {
    \(lines([identityField] + snapshotProperties.map(\.snapshotField)))

      /// Takes the values of an object.
      \(memberPrefix)init(_ object: \(name.source)) {
    \(lines([identityAssignment] + snapshotProperties.map(\.snapshotAssignment), depth: 2))
      }\(superclass.map(dynamicMember) ?? "")
    }
    """
  }

  /// The properties in the snapshot. Derived ones are in the snapshots of the objects that refer to
  /// this one.
  private var snapshotProperties: [PropertyModel] {
    soundProperties.map(\.property).filter { !$0.isDerived }
  }

  private var identityField: String {
    guard let superclass else {
      return "\(memberPrefix)let \(Generated.primaryKey): Swift.Int64?"
    }
    let type = "\(superclass).\(Generated.snapshotType)"
    return "\(memberPrefix)let \(Generated.inherited): \(type)"
  }

  private var identityAssignment: String {
    superclass.map { "self.\(Generated.inherited) = \($0).\(Generated.snapshotType)(object)" }
      ?? "self.\(Generated.primaryKey) = object.\(Generated.primaryKey)"
  }

  private func dynamicMember(of superclass: String) -> String {
    let value = Generated.valueParameter
    return """


        /// A value that the superclass declares.
        \(memberPrefix)subscript<\(value)>(
          dynamicMember keyPath: Swift.KeyPath<\(superclass).\(Generated.snapshotType), \(value)>
        ) -> \(value) {
          \(Generated.inherited)[keyPath: keyPath]
        }
      """
  }
}

extension PropertyModel {
  fileprivate var snapshotField: String {
    let fieldType =
      type.isValue ? type.text : "\(Generated.module).SnapshotField<\(type.text)>"
    return "\(min(access, .public).prefix)let \(name.source): \(fieldType)"
  }

  fileprivate var snapshotAssignment: String {
    let value = "object.\(name.source)"
    let field = type.isValue ? value : "\(Generated.module)._snapshotField(\(value))"
    return "self.\(name.source) = \(field)"
  }
}
