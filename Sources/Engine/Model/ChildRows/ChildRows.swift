/// The rows of one child table while they are read for many parents at once: they come in the order
/// of the parents' keys, are kept column by column, and become collections when all are there.
final class ChildRows<Shape: CollectionShape> {
  private let level: ChildLevel<Shape>
  private let statement: Statement
  private let elements: ElementRows<Shape.Element>
  private let keys = ChildMemory<Shape.Key>()
  private let runs = ChildMemory<Run>()
  private var hasRow = false

  /// The rows of one collection.
  private struct Run {
    var count = 0
    /// Whether an array's rows are not numbered from 0 without a gap.
    var isSparse = false
  }

  /// Begins to read the rows of parents, given as a list parameter.
  init(_ level: ChildLevel<Shape>, _ parents: StoredValue, _ connection: Connection) throws {
    self.level = level
    // Before the statement runs, so that nothing is left running should this fail.
    elements = try level.elements.makeRows(parents, connection)
    statement = try connection.statement(level.statements.select)
    statement.set(parents, at: 0)
    hasRow = try statement.step()
  }

  deinit { statement.reset() }

  /// Reads the rows of one parent, the next in the order of keys.
  func readRun(parent: Int64) throws {
    try readRun { statement in statement.integer(at: 0) == parent }
  }

  /// Reads the rows of the collection whose own row `outer` is; it begins with the path of these.
  func readRun(under outer: Cells) throws {
    let depth = level.table.pathColumns.count
    try readRun { statement in
      (0..<depth).allSatisfy { statement.isSameCell($0, as: outer) }
    }
  }

  private func readRun(while belongs: (Statement) -> Bool) throws {
    var run = Run()
    do {
      try read(&run, while: belongs)
    } catch {
      throw level.readingFailed(error, parent: statement.integer(at: 0))
    }
    runs.append(run)
  }

  private func read(_ run: inout Run, while belongs: (Statement) -> Bool) throws {
    let keyPosition = level.table.keyPosition
    let elementPosition = level.table.elementPosition
    let keyCodec = level.keyCodec
    var column = ColumnReader(statement)
    while hasRow && belongs(statement) {
      if Shape.kind == .array && statement.integer(at: keyPosition) != run.count {
        run.isSparse = true
      }
      if let keyCodec {
        column.move(to: keyPosition)
        keys.next.initialize(to: try keyCodec.pointee.decode(from: column))
        keys.advance()
      }
      column.move(to: elementPosition)
      try elements.append(from: column)
      run.count += 1
      hasRow = try statement.step()
    }
  }

  /// Ends the reading and finds the objects that elements refer to.
  func finish(_ owner: ObjectOwner) throws {
    guard !hasRow else {
      throw level.readingFailed(
        CodecError("a row belongs to no collection: the row around it is missing"),
        parent: statement.integer(at: 0))
    }
    statement.reset()
    try elements.finish(owner)
  }

  /// The collections, in the order in which they were read.
  func takeWhole() -> (whole: Shape.Whole, isSparse: Bool) {
    var run = runs.take(1).pointee
    let keys = Shape.kind == .dictionary ? keys.take(run.count) : nil
    let elements = elements.take(run.count, isSparse: &run.isSparse)
    return (Shape.make(keys: keys, elements: elements, count: run.count), run.isSparse)
  }
}

extension Cells {
  /// Whether the cells at a position of both rows are stored alike.
  fileprivate func isSameCell(_ index: Int, as other: Cells) -> Bool {
    switch (cell(at: index), other.cell(at: index)) {
    case (.integer(let own), .integer(let others)): own == others
    case let (own, others): StoredValue(own) == StoredValue(others)
    }
  }
}
