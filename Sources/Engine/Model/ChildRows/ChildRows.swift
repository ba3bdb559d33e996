/// The rows of one child table while they are read for many parents at once: they come in the order
/// of the parents' keys and become collections, at once or, where elements are still to be found,
/// when all are there.
final class ChildRows<Shape: CollectionShape> {
  private let level: ChildLevel<Shape>
  private let statement: Statement
  /// The keys of dictionaries.
  private let keys: ElementRows<Shape.Key>?
  private let elements: ElementRows<Shape.Element>
  private let parents: ChildParents
  /// What was read of each collection.
  private let runs: ChildMemory<ChildRun>
  /// The collections, if they are made at once.
  private let wholes: ChildMemory<Shape.Whole>
  /// The row at which the statement stands; nil after the last one.
  private var row: UnsafePointer<Cell>?

  /// Begins to read the rows of parents.
  init(_ level: ChildLevel<Shape>, _ parents: ChildParents, _ connection: Connection) throws {
    self.level = level
    // Before the statement runs, so that nothing is left running should this fail.
    elements = try level.elements.makeRows(parents, connection)
    keys = level.keyCodec?.makeRows()
    self.parents = parents
    runs = ChildMemory(capacity: parents.count)
    wholes = ChildMemory(capacity: parents.count)
    statement = try parents.statement(level.statements, connection)
    try step()
  }

  deinit { statement.reset() }

  private func step() throws {
    row = try statement.step() ? statement.readRow() : nil
  }

  /// Reads the rows of one parent, the next in the order of keys.
  func readRun(parent: Int64) throws { try readRun(parent, under: nil) }

  /// Reads the rows of the collection whose own row `outer` is; it begins with the path of these.
  func readRun(under outer: UnsafePointer<Cell>) throws {
    try readRun(outer[0].integer, under: outer)
  }

  private func readRun(_ parent: Int64, under outer: UnsafePointer<Cell>?) throws {
    var run = ChildRun()
    do {
      try read(&run, parent, under: outer)
    } catch {
      throw level.readingFailed(error, parent: row?[0].integer ?? parent)
    }
    if elements.areReadAtOnce { wholes.append(make(&run)) }
    runs.append(run)
  }

  private func read(_ run: inout ChildRun, _ parent: Int64, under outer: UnsafePointer<Cell>?)
    throws
  {
    let keyPosition = level.table.keyPosition
    let elementPosition = level.table.elementPosition
    let isArray = Shape.kind == .array
    var column = ColumnReader(statement)
    while let row, case .integer(parent) = row[0] {
      if let outer, !lies(row, under: outer) { break }
      if isArray && row[keyPosition].integer != run.count { run.isSparse = true }
      if let keys {
        column.move(to: keyPosition, row[keyPosition])
        try keys.append(from: column, row: row)
      }
      column.move(to: elementPosition, row[elementPosition])
      try elements.append(from: column, row: row)
      run.count += 1
      try step()
    }
  }

  private func lies(_ row: UnsafePointer<Cell>, under outer: UnsafePointer<Cell>) -> Bool {
    (1..<level.depth).allSatisfy { row[$0].isSame(as: outer[$0]) }
  }

  /// Ends the reading and finds the objects that elements refer to.
  func finish(_ owner: ObjectOwner) throws {
    if let row, parents.mayHave(row[0]) {
      throw level.readingFailed(
        CodecError("a row belongs to no collection: the row around it is missing"),
        parent: row[0].integer)
    }
    statement.reset()
    try elements.finish(owner)
  }

  /// The collections, in the order in which they were read.
  func takeWhole() -> (whole: Shape.Whole, isSparse: Bool) {
    var run = runs.take(1).pointee
    let whole = elements.areReadAtOnce ? wholes.take(1).move() : make(&run)
    return (whole, run.isSparse)
  }

  private func make(_ run: inout ChildRun) -> Shape.Whole {
    let keys = keys?.take(run.count, isSparse: &run.isSparse)
    let elements = elements.take(run.count, isSparse: &run.isSparse)
    return level.code.make(keys, elements, run.count)
  }
}

/// The rows of one collection.
private struct ChildRun {
  var count = 0
  /// Whether an array's rows are not numbered from 0 without a gap.
  var isSparse = false
}

extension Cell {
  /// The integer, or 0.
  fileprivate var integer: Int64 { if case .integer(let value) = self { value } else { 0 } }

  /// Whether both are stored alike.
  fileprivate func isSame(as other: Cell) -> Bool {
    switch (self, other) {
    case (.integer(let own), .integer(let others)): own == others
    default: StoredValue(self) == StoredValue(other)
    }
  }
}
