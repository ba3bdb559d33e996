import PersistentObjectsInspection

// The properties of a model's classes. Their columns are counted, and then their kinds decided.

extension LegacyModelReader {
  /// Counts the values of a class's columns.
  mutating func addProfiles(of table: LegacyTable) throws {
    var profiles = table.properties.map { LegacyColumnProfile(declaredType: $0.type) }
    try read(table, into: &profiles)
    for profile in profiles { classNames.merge(profile.names) { $0.union($1) } }
    self.profiles[table.name] = profiles
  }

  private func read(_ table: LegacyTable, into profiles: inout [LegacyColumnProfile])
    throws
  {
    if profiles.isEmpty { return }
    let columns = table.properties.map { LegacyName.quoted($0.name) }
    let rows = try file.database.prepare(
      "SELECT \(columns.joined(separator: ", ")) FROM \(LegacyName.quoted(table.name))"
        + " ORDER BY pk", of: table.name)
    while try rows.step() {
      for index in profiles.indices {
        try profiles[index].add(rows.cell(index), checking: references)
      }
    }
  }

  mutating func properties(of table: LegacyTable) -> [LegacyProperty] {
    for column in table.columns where column.isHidden {
      doubts.append(
        LegacyDoubt(.foreignTable, table: table.name, column: column.name, "a computed column"))
    }
    related = relations.related(to: table.name)
    var properties: [LegacyProperty] = []
    for (column, profile) in zip(table.properties, profiles[table.name] ?? []) {
      properties.append(property(column, of: table.name, profile))
    }
    return properties
  }

  private mutating func property(
    _ column: LegacyTable.Column, of table: String, _ profile: LegacyColumnProfile
  ) -> LegacyProperty {
    let kind = kind(of: column, table, profile)
    addDoubt(ofName: column.name, table: table)
    if kind == .data, profile.facts.nullCount > 0 {
      doubts.append(
        LegacyDoubt(
          .nilOrEmptyData, table: table, column: column.name,
          "NULL, \(profile.facts.nullCount) times, stands for both nil and empty data"))
    }
    return LegacyProperty(
      column: column.name,
      name: map.names[table]?[column.name] ?? LegacyName.property(ofColumn: column.name),
      declaredType: column.type, kind: kind, facts: profile.finishedFacts(kind))
  }

  private mutating func kind(
    of column: LegacyTable.Column, _ table: String, _ profile: LegacyColumnProfile
  ) -> LegacyKind {
    if let given = map.kinds[table]?[column.name] { return given }
    if let (kind, owner) = borrowedKind(of: column, profile.kind) {
      doubts.append(
        LegacyDoubt(
          .borrowedKind, table: table, column: column.name,
          "its values leave its kind open; \(kind.rawValue) is assumed, as in \(owner)"))
      return kind
    }
    doubts += profile.doubts.map { LegacyDoubt($0, table: table, column: column.name, $1) }
    return profile.kind
  }

  /// Returns the kind of a column in a class that may be related, if the column's own values leave
  /// its kind open: there are none, or they also fit another kind.
  private func borrowedKind(
    of column: LegacyTable.Column, _ kind: LegacyKind
  ) -> (kind: LegacyKind, owner: String)? {
    guard let wider = kind.wider else { return nil }
    var found: [LegacyKind: String] = [:]
    for other in related {
      let kind = self.kind(ofColumn: column.name, in: other)
      if kind != .empty, found[kind] == nil { found[kind] = other.name }
    }
    if kind == .empty {
      return found.count == 1 ? found.first.map { ($0.key, $0.value) } : nil
    }
    for kind in wider {
      if let owner = found[kind] { return (kind, owner) }
    }
    return nil
  }

  private func kind(ofColumn name: String, in table: LegacyTable) -> LegacyKind {
    guard let place = table.properties.firstIndex(where: { $0.name == name }),
      let profiles = profiles[table.name], profiles.indices.contains(place)
    else { return .empty }
    return map.kinds[table.name]?[name] ?? profiles[place].kind
  }

  mutating func addDoubt(ofName column: String, table: String) {
    guard map.names[table]?[column] == nil, let words = LegacyName.doubt(ofColumn: column) else {
      return
    }
    doubts.append(LegacyDoubt(.propertyName, table: table, column: column, words))
  }
}

extension LegacyColumnProfile {
  /// The names of classes in references, if the column holds references.
  fileprivate var names: [String: Set<String>] { texts.areReferences ? texts.classNames : [:] }

  fileprivate var doubts: [(LegacyDoubt.Kind, String)] {
    switch kind {
    case .boolean:
      return [
        (.undecidedKind, "all texts are 1 or 0: BOOL is assumed, but NSString would also fit")
      ]
    case .character:
      return [
        (
          .undecidedKind,
          "all texts are numbers of one byte: char is assumed, but NSString would also fit"
        )
      ]
    case .real where mayBeSeconds, .number where mayBeSeconds:
      return [
        (
          .looksLikeDate,
          "the first versions wrote dates as seconds since 1970, and its numbers may be such dates; "
            + "if so, give the kind date"
        )
      ]
    case .empty: return [(.undecidedKind, "it has no values, so its kind is unknown")]
    case .mixed: return [(.mixedKinds, "its values are of several kinds; each is kept as it is")]
    case .text where texts.likeReferences == texts.count:
      return [
        (
          .looksLikeReference,
          "all texts look like references, but name no objects; texts are assumed"
        )
      ]
    case .reference where texts.existing < texts.count:
      return [
        (
          .looksLikeReference,
          "not all of its objects exist; references are assumed, but NSString would also fit"
        )
      ]
    default: return []
    }
  }
}

extension LegacyKind {
  /// The kinds that would also fit all values of this one, the widest first; nil if the values
  /// determine the kind. The list is empty for a column without values, which any kind would fit.
  fileprivate var wider: [LegacyKind]? {
    switch self {
    case .empty: []
    case .real: [.number]
    case .boolean: [.text, .character]
    case .character: [.text]
    default: nil
    }
  }
}
