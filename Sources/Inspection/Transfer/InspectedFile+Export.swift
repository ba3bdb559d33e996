import Foundation
import PersistentObjects
import PersistentObjectsDriver
public import PersistentObjectsInspection

extension InspectedFile {
  /// Writes objects as lines of JSON: first the model of their classes, then each object, class by
  /// class in the order of their keys. Needs constant memory, except for the largest object.
  /// ``StoreLoader`` reads the result.
  ///
  /// Values are in their stored forms, so nothing is lost, whatever codec wrote them. References
  /// name the class and the key. The documentation page on `persist` has the grammar.
  ///
  /// Throws `unknownClass` if the file records no class of a name, or several, `corrupt` if the
  /// records do not lead to all rows and values of the classes, `decodingFailed` for a text that is
  /// not UTF-8, the errors of `write`, and, at the end, those of ``requireUnchanged()``.
  ///
  /// - Parameters:
  ///   - classNames: the classes to export; all if the list is empty.
  ///   - progress: called with the number of objects written so far, and the number of all objects.
  ///   - write: receives the bytes, some lines at a time.
  public func export(
    classes classNames: [String] = [],
    progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in },
    write: ([UInt8]) throws -> Void
  ) throws {
    var tables: Set<String> = []
    let wanted = try classNames.map(classModel).filter { tables.insert($0.table).inserted }
    try requireWholeRecords(of: wanted)
    let classes = wanted.isEmpty ? model.classes : wanted
    let described = wanted.isEmpty ? model : model.closed(over: wanted)
    let header = ExportHeader(model: described, nextKeys: try nextKeys(of: described.classes))
    try write(Self.encoded(header))
    var rows = RowProgress(
      total: try classes.reduce(0) { try $0 + rowCount(of: $1.table) }, progress)
    let line = ObjectLine(DistinctNames(header.model.classes))
    for classModel in classes { try export(classModel.table, line, &rows, write) }
    try requireUnchanged()
  }

  /// Throws if the lines would lack rows or values.
  ///
  /// - Parameter classes: the classes to export; all if the list is empty.
  private func requireWholeRecords(of classes: [ClassModel]) throws {
    let losses = catalog.losses.filter { classes.isEmpty || $0.concerns(classes, catalog) }
    guard let loss = losses.first else { return }
    throw PersistenceError(
      .corrupt,
      """
      the records do not lead to all rows and values: \(loss.message); nothing was exported. \
      Restore the file from a backup, correct its records with another program, or name other \
      classes to export
      """, context: .init(table: loss.table))
  }

  private func export(
    _ table: String, _ line: ObjectLine, _ rows: inout RowProgress,
    _ write: ([UInt8]) throws -> Void
  ) throws {
    var buffer: [UInt8] = []
    try forEachStoredObject(in: table) { pk, properties in
      buffer += line.bytes(ObjectKey(table: table, pk: pk), properties)
      if buffer.count >= 1 << 16 {
        try write(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
      try rows.countRow()
    }
    if !buffer.isEmpty { try write(buffer) }
  }

  private static func encoded(_ header: ExportHeader) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(header)) + [UInt8(ascii: "\n")]
  }

  private func nextKeys(of classes: [ClassModel]) throws -> [String: Int64] {
    var keys = try recordedNextKeys()
    guard let giver = connection.base as? any KeyGiving else { return keys }
    for table in classes.map(\.table) {
      let next = try giver.nextKey(of: table)
      if next > 1 { keys[table] = max(next, keys[table] ?? 1) }
    }
    return keys
  }

  private func recordedNextKeys() throws -> [String: Int64] {
    guard catalog.tables["_persistent_sequence"] != nil else { return [:] }
    let rows = try rows("SELECT table_name, next_pk FROM _persistent_sequence")
    return rows.reduce(into: [:]) { keys, row in
      if case .text(let table) = row[0], case .integer(let next) = row[1] { keys[table] = next }
    }
  }
}

extension IntegrityReport.Problem {
  /// Returns whether a problem of the records may hide something of some classes. A child table
  /// that belongs to no class still has the name of one.
  fileprivate func concerns(_ classes: [ClassModel], _ catalog: SchemaCatalog) -> Bool {
    guard let table, !SchemaCatalog.isOwn(table) else { return true }
    let (owner, name) = (catalog.classTable(of: table), catalog.className(of: table))
    return classes.contains { $0.table == owner || $0.name == name }
  }
}

extension StoreModel {
  /// Returns some classes, with all that they inherit from and refer to.
  fileprivate func closed(over wanted: [ClassModel]) -> StoreModel {
    var tables: Set<String> = []
    var pending = wanted
    while let next = pending.popLast() {
      guard tables.insert(next.table).inserted else { continue }
      let names =
        next.properties.compactMap(\.type.elementName) + [next.superclass].compactMap(\.self)
      pending += names.compactMap(classModel)
      // A reference to a class may point to objects of its subclasses.
      pending += classes.filter { $0.inherits(from: next) }
    }
    var closed = StoreModel(classes: classes.filter { tables.contains($0.table) })
    closed.types = types(namedBy: closed.classes.flatMap(\.properties).flatMap(\.type.names))
    return closed
  }
}
