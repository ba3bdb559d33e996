// Running grouped queries in a session.

import PersistentObjectsConnections
import PersistentObjectsDriver

extension _GroupedQuery {
  /// Returns the key and the values of each group, ordered by key unless ``order(_:nulls:by:)``
  /// says otherwise. Several keys are a tuple: `for ((city, age), count) in …`. Nil is a key of its
  /// own and comes first.
  ///
  /// Runs one statement, one more for each sum or average that SQL cannot compute exactly, and one
  /// if such values are grouped by doubles or computed texts, which may be equal and yet stored
  /// differently. If a reference is a key, runs one for each class of its objects. All of them see
  /// one snapshot. Throws `notSearchable` for a key whose codec is not searchable.
  @_disfavoredOverload
  public func values<each Value>(
    _ aggregates: repeat Aggregate<Root, each Value>, in session: Session
  ) throws -> [(key: (repeat each Key), repeat each Value)] {
    try valuesOfGroups(repeat each aggregates, in: session)
  }

  fileprivate func valuesOfGroups<each Value>(
    _ aggregates: repeat Aggregate<Root, each Value>, in session: Session
  ) throws -> [(key: (repeat each Key), repeat each Value)] {
    let text = try GroupText(groups, Root.ownEntity, session.plans)
    let columns = (repeat try text.column(each aggregates))
    let statement = try text.statement()
    return try session.connections.readingTogether {
      let identities = try text.isFolded ? session.identities(of: text) : GroupIdentities()
      let folds = (repeat try (each columns).folds(text, identities, in: session))
      return try session.rows(statement, with: text.keys) { row, objects in
        (
          key: try key(text.keys, in: row, objects),
          repeat try (each columns).value(
            in: row, keyWidth: text.keyWidth, identities: identities, folds: each folds)
        )
      }
    }
  }

  func key(
    _ values: [SelectedValue], in row: Row, _ objects: FoundObjects
  ) throws -> (repeat each Key) {
    var position = 0
    func next<One>(_ type: One.Type) throws -> One {
      defer { position += 1 }
      return try values[position].value(in: row, objects)
    }
    return (repeat try next((each Key).self))
  }

  /// Returns the first statement of ``values(_:in:)``.
  func statement<each Value>(
    _ aggregates: repeat Aggregate<Root, each Value>, in session: Session
  ) throws -> SQLText {
    let text = try GroupText(groups, Root.ownEntity, session.plans)
    repeat _ = try text.column(each aggregates)
    return try text.statement()
  }
}

extension GroupColumn {
  /// Adds up, for each key, the values that SQL cannot add.
  func folds(
    _ text: GroupText, _ identities: GroupIdentities, in session: Session
  ) throws -> Folds {
    var folds: Folds = [:]
    guard let name else { return folds }
    let count = text.keyWidth
    try session.forEachRow(text.statement(of: name)) { row in
      let key = identities[row[0..<count]]
      if folds[key] == nil { folds[key] = try aggregate.fold(operand) }
      try folds[key]?.add(row, count)
    }
    return folds
  }
}

extension Session {
  /// Reads which keys belong to the same group, if their stored forms do not tell.
  func identities(of text: GroupText) throws -> GroupIdentities {
    var identities = GroupIdentities()
    guard let statement = try text.numbering() else { return identities }
    try forEachRow(statement) { identities.add($0, keyWidth: text.keyWidth) }
    return identities
  }
}

// The result of a parameter pack cannot be used in the expression that calls for it, as in
// `values(.count(), in: session).map { $0.1 }`; so there is an overload for each usual number.
extension _GroupedQuery {
  /// Returns the key and one value of each group.
  public func values<A>(
    _ a: Aggregate<Root, A>, in session: Session
  ) throws -> [(key: (repeat each Key), A)] { try valuesOfGroups(a, in: session) }

  /// Returns the key and two values of each group.
  public func values<A, B>(
    _ a: Aggregate<Root, A>, _ b: Aggregate<Root, B>, in session: Session
  ) throws -> [(key: (repeat each Key), A, B)] { try valuesOfGroups(a, b, in: session) }

  /// Returns the key and three values of each group.
  public func values<A, B, C>(
    _ a: Aggregate<Root, A>, _ b: Aggregate<Root, B>, _ c: Aggregate<Root, C>, in session: Session
  ) throws -> [(key: (repeat each Key), A, B, C)] { try valuesOfGroups(a, b, c, in: session) }

  /// Returns the key and four values of each group.
  public func values<A, B, C, D>(
    _ a: Aggregate<Root, A>, _ b: Aggregate<Root, B>, _ c: Aggregate<Root, C>,
    _ d: Aggregate<
      Root,
      D
    >, in session: Session
  ) throws -> [(key: (repeat each Key), A, B, C, D)] { try valuesOfGroups(a, b, c, d, in: session) }
}
