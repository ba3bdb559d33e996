import Foundation
import PersistentObjects
import PersistentObjectsInspection
import PersistentObjectsJSON

/// One run of a ``StoreLoader``.
final class Loading {
  private let writer: StoreWriter
  private let mark: LoadMark
  private let progress: (Int) -> Void
  private var lines: LineReader
  private var header = ExportHeader(model: StoreModel(classes: []), nextKeys: [:])
  private var objectLine = ObjectLine(DistinctNames([ClassModel]()))
  /// The names under which the file's classes are counted.
  private var classNames = DistinctNames([ClassModel]())
  /// The properties of classes, by table and by their name in the lines.
  private var properties: [String: [String: PropertyModel]] = [:]
  private var outcome = LoadOutcome()
  private var byteCount = 0
  /// The hash of all lines so far, each with a newline.
  private var hash = SHA256()
  /// The first line, if it is an object rather than a header.
  private var pending: [UInt8]?

  init(
    _ writer: StoreWriter, _ progress: @escaping (Int) -> Void,
    _ read: @escaping () throws -> [UInt8]?
  ) throws {
    self.writer = writer
    self.progress = progress
    mark = LoadMark(writer.connection)
    lines = LineReader(read)
  }

  // MARK: Transactions

  /// Reads the first line, begins a transaction and creates missing tables.
  func begin() throws {
    guard let first = try nextLine() else {
      throw PersistenceError(.invalidValues, "there are no lines to load")
    }
    let value = try explaining { try JSONValue(parsing: first) }
    if value["classes"] != nil {
      header = try explaining { try Self.header(first) }
    } else {
      pending = first
    }
    try explaining { try writer.begin(header.model) }
    try requireClasses()
    classNames = DistinctNames(writer.catalog)
    let classes = StoreModel(writer.catalog, FileFacts()).classes
    let named = header.model.classes.isEmpty ? classes : header.model.classes
    objectLine = ObjectLine(DistinctNames(named))
  }

  private static func header(_ line: [UInt8]) throws -> ExportHeader {
    let header: ExportHeader
    do {
      header = try ModelText(Data(line), source: "").decode(ExportHeader.self)
    } catch let error as ModelError {
      throw CodecError(error.problems.joined(separator: "; "))
    }
    guard header.model.format == StoreModel.currentFormat else {
      throw CodecError(
        "format \(header.model.format) is not supported; this version reads \(StoreModel.currentFormat)"
      )
    }
    return header
  }

  private func requireClasses() throws {
    guard header.model.classes.isEmpty, writer.catalog.records.isEmpty else { return }
    throw PersistenceError(
      .invalidValues,
      #"line 1: a file without classes needs a line to describe them: {"format":1,"classes":[…]}"#)
  }

  /// Throws an error if an earlier load in batches has not been finished.
  func requireUnresumed() throws {
    guard try mark.read() != nil else { return }
    throw PersistenceError(
      .schemaMismatch,
      "\(writer.path) was loaded only in part; finish that load first (--resume), with the same lines"
    )
  }

  func finish() throws -> LoadOutcome {
    try writer.advanceKeys(next: header.nextKeys)
    try writer.commit()
    return outcome
  }

  // MARK: Batches

  /// Skips the lines that have already been loaded.
  func skipLoaded() throws {
    guard let loaded = try mark.read() else { return }
    pending = nil
    while lines.number < loaded.lines, try nextLine() != nil {}
    guard digest == loaded.digest, lines.number == loaded.lines else {
      throw PersistenceError(
        .invalidValues,
        """
        the first \(loaded.lines) lines are not those that were loaded before; nothing was changed. Give \
        the same lines again
        """)
    }
    outcome.skippedLines = loaded.lines
  }

  func commitBatch() throws {
    // Another run may write the rest, and does not know the tables of this one.
    try writer.advanceKeys(next: [:])
    try mark.write(lines: lines.number, digest: digest)
    try writer.commit()
    try writer.begin()
  }

  func finishBatches() throws -> LoadOutcome {
    try writer.advanceKeys(next: header.nextKeys)
    // The mark stays until all references lead somewhere, so that missing objects can be added.
    try writer.requireReferences()
    try mark.remove()
    try writer.commit()
    return outcome
  }

  private var digest: String {
    var hash = hash
    return SHA256.hexadecimal(hash.finish())
  }

  // MARK: Lines

  /// Loads the next line. Returns false after the last one.
  func loadLine() throws -> Bool {
    guard let line = try takePending() ?? nextLine() else { return false }
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return true }
    try explaining {
      let object = try objectLine.object(JSONValue(parsing: line)) { try property($0, $1) }
      try writer.write(object)
      outcome.objects[classNames.name(of: object.key.table), default: 0] += 1
    }
    return true
  }

  private func takePending() -> [UInt8]? {
    defer { pending = nil }
    return pending
  }

  private func nextLine() throws -> [UInt8]? {
    guard let line = try lines.next() else { return nil }
    line.withUnsafeBytes { hash.update($0) }
    [UInt8(ascii: "\n")].withUnsafeBytes { hash.update($0) }
    byteCount += line.count + 1
    if lines.number.isMultiple(of: 100) { progress(byteCount) }
    return line
  }

  /// Returns the property of the file for which a line has a value under a name.
  private func property(_ table: String, _ name: String) throws -> PropertyModel? {
    if let known = properties[table] { return known[name] }
    guard let record = writer.catalog.records[table], record.owner == nil else {
      throw PersistenceError(
        .unknownClass, "neither the file nor the first line has a class or table '\(table)'")
    }
    let found = try namedProperties(of: table)
    properties[table] = found
    return found[name]
  }

  /// Returns the properties of a class in the file, by their names in the lines. The header may
  /// name a property otherwise than the file, which may also have its former column.
  private func namedProperties(of table: String) throws -> [String: PropertyModel] {
    let found = writer.catalog.properties(of: table)
    var named = Dictionary(found.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    guard let described = header.model.classes.first(where: { $0.table == table }) else {
      return named
    }
    let properties = try header.model.lineage(of: described).flatMap(\.properties)
    for property in properties where !property.isDerived {
      named[property.name] = found.first { $0.isStored(like: property) }
    }
    return named
  }

  /// Adds the line's number to errors.
  private func explaining<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as PersistenceError {
      throw PersistenceError(
        error.code, "line \(lines.number): \(error.message)", context: error.context,
        sql: error.sql, databaseCode: error.databaseCode, cause: error.cause)
    } catch {
      throw PersistenceError(
        .invalidValues, "line \(lines.number): \(error)", cause: error)
    }
  }
}

extension PropertyModel {
  /// Returns whether two properties have the same column, or the same child table, of a class.
  fileprivate func isStored(like other: PropertyModel) -> Bool {
    columnName == other.columnName && type.isCollection == other.type.isCollection
  }
}
