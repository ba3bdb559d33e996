import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver

/// The rows of one child table while they are read for many parents at once. They arrive in the
/// order of the parents' keys. They become collections at once or, if the objects in them must
/// still be found, after the last row.
final class ChildRows<Whole: _ColumnCollection> {
  private let level: ChildLevel<Whole>
  /// The positions of key and element in a row.
  private let (keyPosition, elementPosition): (Int, Int)
  private let statement: Statement
  /// The keys of dictionaries; not used for other collections.
  private let keys: ElementRows<Whole._Key>
  private let hasKeys: Bool
  private let elements: ElementRows<Whole._Element>
  private let parents: ChildParents
  /// The number of rows that were read for each collection.
  private let runs: ChildMemory<ChildRun>
  /// The collections, if they are made as their rows are read.
  private let wholes: ChildMemory<Whole>
  /// The current row of the statement; nil after the last one.
  @exclusivity(unchecked) private var row: Row?

  /// Begins to read the rows of parents.
  init(_ level: ChildLevel<Whole>, of parents: ChildParents, on connection: Connection) throws {
    self.level = level
    (keyPosition, elementPosition) = (level.table.keyPosition, level.table.elementPosition)
    // Do this before the statement runs, so that nothing is left running if it fails.
    elements = try level.elements.makeRows(of: parents, on: connection)
    keys = level.keys?.makeRows() ?? ElementRows()
    hasKeys = level.keys != nil
    self.parents = parents
    runs = ChildMemory(capacity: parents.count)
    wholes = ChildMemory(capacity: parents.count)
    statement = try parents.statement(level.statements, on: connection)
    try step()
  }

  deinit { statement.reset() }

  private func step() throws {
    row = try statement.next()
  }

  /// Reads the rows of all parents, whose keys ascend.
  func readRuns(parents: [Int64]) throws {
    for parent in parents { try readRun(parent, under: nil) }
  }

  /// Reads the rows of the collection whose own row is `outer`, which begins with the path of these
  /// rows.
  func readRun(under outer: Row) throws {
    try readRun(outer.integer(at: 0), under: outer)
  }

  private func readRun(_ parent: Int64, under outer: Row?) throws {
    var run = ChildRun()
    do {
      try read(&run, of: parent, under: outer)
    } catch {
      throw level.place(row?.storedInteger(at: 0) ?? parent).decodingFailed(error)
    }
    if elements.areReadAtOnce { wholes.append(make(&run)) }
    runs.append(run)
  }

  private func read(_ run: inout ChildRun, of parent: Int64, under outer: Row?) throws {
    let (keyPosition, elementPosition) = (keyPosition, elementPosition)
    let isArray = level.code.kind == .array
    while let row, case .integer(parent) = row[0] {
      if let outer, !lies(row, under: outer) { break }
      if isArray && row.integer(at: keyPosition) != run.count { run.isSparse = true }
      if hasKeys { try keys.append(row, at: keyPosition) }
      try elements.append(row, at: elementPosition)
      run.count += 1
      try step()
    }
  }

  private func lies(_ row: Row, under outer: Row) -> Bool {
    (1..<keyPosition).allSatisfy { row[$0].isSame(as: outer[$0]) }
  }

  /// Finishes reading and finds the objects that elements refer to.
  func finish(_ session: any ObjectSession) throws {
    if let row, parents.mayHave(row[0]) {
      throw level.place(row.integer(at: 0)).decodingFailed(
        CodecError("a row does not belong to a collection: the row that contains it is missing"))
    }
    statement.reset()
    try elements.finish(session)
  }

  /// Returns the next collection in the order in which they were read. The caller must move it out
  /// at once.
  func takeWhole() -> (whole: UnsafeMutablePointer<Whole>, isSparse: Bool) {
    var run = runs.take(1).pointee
    if !elements.areReadAtOnce { wholes.append(make(&run)) }
    return (wholes.take(1), run.isSparse)
  }

  private func make(_ run: inout ChildRun) -> Whole {
    let keys = hasKeys ? keys.take(run.count, isSparse: &run.isSparse) : nil
    let elements = elements.take(run.count, isSparse: &run.isSparse)
    return level.code.make(keys, elements, run.count)
  }
}

/// The number of rows of one collection.
private struct ChildRun {
  var count = 0
  /// Whether the numbers of an array's rows, from 0, have gaps.
  var isSparse = false
}
