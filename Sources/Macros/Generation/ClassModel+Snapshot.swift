extension ClassModel {
  /// The value type that can leave a session, and the property that makes one.
  var snapshotMembers: [String] {
    if declared.snapshotType { return [] }
    let isTaken =
      declared.taken.contains(snapshotName)
      || properties.contains { $0.name.source == snapshotName }
    return [snapshotStruct] + (isTaken ? [] : [snapshotProperty])
  }

  /// The names that no persistent property can have because of the snapshot.
  var snapshotNames: Set<String> {
    let names: Set = [Generated.snapshot, Generated.snapshotType]
    return superclass == nil ? names : names.union([Generated.inherited, snapshotName])
  }

  private var snapshotProperty: String {
    """
    /// The object's values, for use outside its session.
    \(memberPrefix)var \(snapshotName): \(Generated.snapshotType) {
      \(Generated.snapshotType)(self)
    }
    """
  }

  /// The name of the snapshot's property. A subclass cannot give `snapshot` another type, so it has
  /// a property with another name.
  private var snapshotName: String {
    superclass == nil
      ? Generated.snapshot : Name(generated: name.uncapitalized + Generated.snapshotType).source
  }

  private var snapshotStruct: String {
    """
    /// The values of an object at one time.
    \(superclass == nil ? "" : "@dynamicMemberLookup\n")\
    \(memberPrefix)struct \(Generated.snapshotType): \(Generated.module).ObjectSnapshot {
    \(lines([identityField] + snapshotProperties.map(\.snapshotField)))

      /// Takes the values of an object.
      \(memberPrefix)init(_ object: \(name.source)) {
    \(lines([identityAssignment] + snapshotProperties.map(\.snapshotAssignment), depth: 2))
      }

    \(snapshotCoding.indented(by: 2))\(superclass.map(dynamicMember) ?? "")
    }
    """
  }

  /// The conformance to `Codable`. It is not optimized: coders take so much longer than these
  /// functions that it would not pay off.
  private var snapshotCoding: String {
    let fields = ([identityName] + snapshotProperties.map(\.name)).map { "self.\($0.source)" }
    let areOptional =
      [superclass == nil] + snapshotProperties.map { $0.type.isValue && $0.type.isOptional }
    let encodings = zip(fields, areOptional).map { field, isOptional in
      "fields.encode(\(isOptional ? "optional: " : "")\(field))"
    }
    return """
      /// Decodes the values, each by the name of its property.
      @_optimize(none)
      \(memberPrefix)init(from decoder: any Swift.Decoder) throws {
        (
      \(lines([fields.joined(separator: ",\n")], depth: 2))
        ) = try \(Generated.module)._snapshotFields(of: \(name.source).self, from: decoder)
      }

      /// Encodes the values, each by the name of its property.
      @_optimize(none)
      \(memberPrefix)func encode(to encoder: any Swift.Encoder) throws {
        var fields = \(Generated.module)._SnapshotEncoder(of: \(name.source).self, to: encoder)
      \(lines(encodings))
        try fields.finish()
      }
      """
  }

  /// The properties in the snapshot. Derived properties are left out: they are in other objects'
  /// snapshots.
  private var snapshotProperties: [PropertyModel] {
    soundProperties.filter { !$0.isDerived }
  }

  private var identityName: Name {
    Name(generated: superclass == nil ? Generated.primaryKey : Generated.inherited)
  }

  private var identityType: String {
    superclass.map { "\($0).\(Generated.snapshotType)" } ?? "Swift.Int64?"
  }

  private var identityField: String {
    "\(memberPrefix)let \(identityName.source): \(identityType)"
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
    "\(min(access, .public).prefix)let \(name.source): \(snapshotType)"
  }

  fileprivate var snapshotType: String {
    type.isValue ? type.text : "\(Generated.module).SnapshotField<\(type.text)>"
  }

  fileprivate var snapshotAssignment: String {
    let value = "object.\(name.source)"
    let field = type.isValue ? value : "\(Generated.module)._snapshotField(\(value))"
    return "self.\(name.source) = \(field)"
  }
}
