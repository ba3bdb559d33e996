import CSQLite
import PersistentObjectsEngine

/// Inserts rows with one run of a statement, which takes them from the connection's row source
/// (`row_source.h`).
final class SQLiteRowInsertion: RowInsertion {
  private let statement: SQLiteStatement
  private let source: UnsafeMutablePointer<po_row_source>
  private let cells: UnsafeMutableBufferPointer<po_made_cell>
  /// Where the bytes of each cell lie.
  private let places: UnsafeMutableBufferPointer<UnsafeMutableRawBufferPointer>
  /// Larger places are given back after a run.
  private static let keptBytes = 4096

  init(
    _ statement: SQLiteStatement, from source: UnsafeMutablePointer<po_row_source>, columns: Int
  ) {
    self.statement = statement
    self.source = source
    cells = .allocate(capacity: columns)
    cells.initialize(repeating: po_made_cell())
    places = .allocate(capacity: columns)
    places.initialize(repeating: UnsafeMutableRawBufferPointer(start: nil, count: 0))
  }

  deinit {
    for place in places { place.deallocate() }
    places.deallocate()
    cells.deallocate()
  }

  /// Whether rows are being taken by this statement or another one.
  var isBusy: Bool { source.pointee.make != nil }

  // MARK: Writing

  override func setNull(at index: Int) { cells[index].kind = SQLITE_NULL }

  override func set(_ value: Int64, at index: Int) {
    cells[index].kind = SQLITE_INTEGER
    cells[index].integer = value
  }

  override func set(_ value: Double, at index: Int) {
    cells[index].kind = SQLITE_FLOAT
    cells[index].real = value
  }

  override func setText(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) {
    keep(UnsafeRawBufferPointer(utf8), SQLITE_TEXT, at: index)
  }

  override func setBlob(_ bytes: UnsafeRawBufferPointer, at index: Int) {
    keep(bytes, SQLITE_BLOB, at: index)
  }

  private func keep(_ bytes: UnsafeRawBufferPointer, _ kind: Int32, at index: Int) {
    if bytes.count > places[index].count { makePlace(for: bytes.count, at: index) }
    places[index].copyMemory(from: bytes)
    cells[index].kind = kind
    cells[index].bytes = UnsafeRawPointer(places[index].baseAddress)
    cells[index].count = Int64(bytes.count)
  }

  private func makePlace(for count: Int, at index: Int) {
    places[index].deallocate()
    places[index] = .allocate(byteCount: max(64, count + count / 2), alignment: 16)
  }

  // MARK: Running

  override func run(_ makeRow: () throws -> Bool) throws {
    try withoutActuallyEscaping(makeRow) { makeRow in
      let maker = RowMaker(makeRow)
      defer { end() }
      begin(maker)
      do {
        try withExtendedLifetime(maker) { while try statement.step() {} }
      } catch {
        throw maker.failure ?? error
      }
    }
  }

  private func begin(_ maker: RowMaker) {
    source.pointee = po_row_source(
      cells: cells.baseAddress, cell_count: Int32(cells.count),
      maker: Unmanaged.passUnretained(maker).toOpaque(),
      make: { maker in
        // The statement runs only while `run` holds its maker.
        maker.map { Unmanaged<RowMaker>.fromOpaque($0).takeUnretainedValue().make() } ?? 0
      })
  }

  private func end() {
    source.pointee = po_row_source()
    statement.reset()
    for index in places.indices where places[index].count > Self.keptBytes {
      places[index].deallocate()
      places[index] = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }
  }
}

/// Makes rows for SQLite, which knows no errors but numbers.
private final class RowMaker {
  private let makeRow: () throws -> Bool
  private(set) var failure: (any Error)?

  init(_ makeRow: @escaping () throws -> Bool) { self.makeRow = makeRow }

  func make() -> Int32 {
    do {
      return try makeRow() ? 1 : 0
    } catch {
      failure = error
      return -1
    }
  }
}
