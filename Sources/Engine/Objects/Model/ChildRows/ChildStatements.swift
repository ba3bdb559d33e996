import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

/// The statements that read and write one child table, prepared once per connection. The first
/// parameters identify the collection: the parent's key, then the keys of the enclosing
/// collections.
final class ChildStatements: Sendable {
  /// The query of all rows of the parents whose keys are in a range, which may have no end.
  let selectRange: StatementText
  let isOpenEnded: Bool
  /// The query of all rows of several parents.
  let selectList: StatementText
  /// The query of the keys and elements of one collection.
  let selectOne: StatementText
  let insertion: Insertion
  /// The number of columns of each row.
  let columnCount: Int
  /// The number of nested collections down to the elements, from 1.
  let depth: Int
  /// The statement that writes a whole element.
  let update: StatementText
  /// The statements that write some columns of an element, by the set of these.
  private let partialUpdates: Guarded<[[Int]: StatementText]>
  private let partialUpdate: @Sendable (_ columns: [Int]) -> StatementText
  let delete: StatementText
  let deleteAll: StatementText
  let deleteRange: StatementText
  /// The statements that move the end of an array. The first one takes the index at which the end
  /// begins, and the distance.
  let moves: [StatementText]
  /// The statement that moves some elements of an array, unless they are collections, over those in
  /// other rows. It takes the first index, the distance, and the index after the last.
  let moveRange: StatementText

  init(table: ChildTable, isOuter: Bool, dialect: any Dialect) {
    isOpenEnded = dialect.character.readsRowByRow
    let name = dialect.quoted(table.name)
    depth = table.pathColumns.count
    let path = table.pathColumns.map(dialect.quoted)
    let keys = table.keyColumns.map(dialect.quoted)
    let elements = table.elementColumns.map(dialect.quoted)
    let found = table.foundColumns.map(dialect.quoted)
    let parent = path[0]
    let index = keys.first ?? parent
    // The rows of nested collections are read in parallel with those of the outer ones.
    let order = (table.kind == .array || isOuter ? path + keys : path).joined(separator: ", ")
    func parameters(_ columns: [String], from start: Int, joinedBy separator: String) -> String {
      columns.enumerated().map { "\($1) = \(dialect.placeholder(start + $0))" }
        .joined(separator: separator)
    }
    func list(_ columns: [String]) -> String { columns.joined(separator: ", ") }
    let next = path.count + 1
    let one = parameters(path, from: 1, joinedBy: " AND ")

    func select(where condition: String) -> StatementText {
      StatementText(
        """
        SELECT \(list(path + keys + elements)) FROM \(name) WHERE \(condition) ORDER BY \(order)
        """)
    }
    let first = dialect.placeholder(1)
    selectRange = select(
      where: isOpenEnded
        ? "\(parent) >= \(first)" : "\(parent) BETWEEN \(first) AND \(dialect.placeholder(2))")
    selectList = select(where: dialect.isMember(parent, first, .integer))
    selectOne = StatementText(
      "SELECT \(list(keys + elements)) FROM \(name) WHERE \(one) ORDER BY \(order)")
    let columns = table.required.definition.columns
    columnCount = columns.count
    insertion = Insertion(
      into: name, columns.map { (dialect.quoted($0.name), $0.type) }, dialect)
    let isRow = "\(one) AND \(parameters(keys, from: next, joinedBy: " AND "))"
    partialUpdate = { columns in
      let values = columns.enumerated().map { position, column in
        "\(elements[column]) = \(dialect.placeholder(next + keys.count + position))"
      }
      return StatementText(
        "UPDATE \(name) SET \(values.joined(separator: ", ")) WHERE \(isRow)")
    }
    update = partialUpdate(Array(elements.indices))
    partialUpdates = Guarded([:])
    let deletion = "DELETE FROM \(name) WHERE \(one)"
    let (from, to) = (dialect.placeholder(next), dialect.placeholder(next + 1))
    delete = StatementText("\(deletion) AND \(parameters(found, from: next, joinedBy: " AND "))")
    deleteAll = StatementText(deletion)
    deleteRange = StatementText("\(deletion) AND \(index) >= \(from) AND \(index) < \(to)")
    let end = "WHERE \(one) AND \(index) >= \(from)"
    let taken = dialect.onConflict(path + keys, set: elements.map { ($0, dialect.proposed($0)) })
    // Rows stay in place and take over the elements of other rows, which costs less than new keys.
    func moveElements(_ condition: String) -> StatementText {
      StatementText(
        """
        INSERT INTO \(name) (\(list(path + keys + elements))) \
        SELECT \(list(path + ["\(index) + \(to)"] + elements)) FROM \(name) \(condition)\(taken)
        """)
    }
    moveRange = moveElements("\(end) AND \(index) < \(dialect.placeholder(next + 2))")
    guard isOuter else {
      moves = [moveElements(end)]
      return
    }
    // The rows of nested collections follow those of the outer ones by their foreign key, so the
    // outer rows get other indices. They are negative at first, so that none collides with that of
    // a row that has yet to move.
    moves = [
      "UPDATE \(name) SET \(index) = -1 - \(index) - \(to) \(end)",
      "UPDATE \(name) SET \(index) = -1 - \(index) WHERE \(one) AND \(index) < 0",
    ].map { StatementText($0) }
  }
}

extension ChildStatements {
  /// Returns the statement that writes some columns of an element, by their positions.
  func update(_ columns: [Int]) -> StatementText {
    partialUpdates.withLock { texts in
      if let text = texts[columns] { return text }
      let text = partialUpdate(columns)
      texts[columns] = text
      return text
    }
  }
}

/// The keys that identify one collection in a child table: the parent's primary key, then the keys
/// of the enclosing collections.
struct ChildPath {
  let parent: Int64
  var keys: [StoredValue] = []

  /// Writes the path to the first parameters.
  func bind(to rows: RowBatch) {
    rows.set(parent, at: 0)
    for (position, key) in keys.enumerated() { rows.set(key, at: position + 1) }
  }

  func appending(_ key: StoredValue) -> ChildPath {
    ChildPath(parent: parent, keys: keys + [key])
  }
}
