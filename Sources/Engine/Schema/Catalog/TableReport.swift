public import PersistentObjectsDriver

/// A printable report of a table in the file, with its records.
///
/// ```swift
/// for table in try await store.tables() { print(table.name, table.rowCount) }
/// ```
public struct TableReport: Sendable, Hashable {
  /// The table's name.
  public let name: String
  /// The class that the table was created for; nil for a table of another program.
  public let className: String?
  /// The table of the class that this one inherits from.
  public let superclassTable: String?
  /// The table that this one belongs to, if it holds a collection.
  public let ownerTable: String?
  /// The number of rows.
  public let rowCount: Int
  /// The columns, in order.
  public let columns: [ColumnReport]
  /// The indices, by name.
  public let indices: [IndexReport]
}

/// A column in the file.
///
/// ```swift
/// for column in table.columns { print(column) }
/// // last_name text ← lastName, codec text 1
/// ```
public struct ColumnReport: Sendable, Hashable {
  /// The column's name.
  public let name: String
  /// The property that the column stores, as recorded; nil for keys and for columns of another
  /// program.
  public let property: String?
  /// The storage class: `integer`, `real`, `text`, `blob` or `any`.
  public let storage: String?
  /// The codec that wrote the column.
  public let codec: String?
  /// The versions of that codec that rows may be in.
  public let versions: ClosedRange<Int>?
  /// Whether the class declares the column; nil in a report that is not about a class.
  public let isDeclared: Bool?
}

/// An index in the file.
///
/// ```swift
/// for index in table.indices { print(index.name, index.isOwn) }
/// ```
public struct IndexReport: Sendable, Hashable {
  /// The index's name.
  public let name: String
  /// The statement that creates the index.
  public let sql: String
  /// Whether this package created the index.
  public let isOwn: Bool
}

/// A required property without a value in some rows, for example because it was optional when they
/// were written.
///
/// ```swift
/// for values in try await store.schema(of: Guest.self).missing { print(values) }
/// // guest.seats is NULL in 3 rows, but seats is required
/// ```
public struct MissingValues: Sendable, Hashable {
  /// The property's name.
  public let property: String
  /// The table with the rows.
  public let table: String
  /// The column that is NULL.
  public let column: String
  /// The number of rows.
  public let rowCount: Int
}

extension TableReport: CustomStringConvertible {
  /// The table with its columns and indices, one per line.
  public var description: String {
    let origin = className.map { " of \($0)" } ?? ""
    let parent = superclassTable.map { ", inherits from \($0)" } ?? ""
    let head = "\(name)\(origin)\(parent), \(rowCount) \(rowCount == 1 ? "row" : "rows")"
    return ([head] + columns.map { "  \($0)" } + indices.map { "  \($0)" })
      .joined(separator: "\n")
  }
}

extension ColumnReport: CustomStringConvertible {
  /// A line such as `last_name text ← lastName, codec text 1`.
  public var description: String {
    var text = name
    if let storage { text += " \(storage)" }
    if let property { text += " ← \(property)" }
    if let codec, let versions {
      let range = versions.count == 1 ? "\(versions.upperBound)" : "\(versions)"
      text += ", codec \(codec) \(range)"
    }
    return isDeclared == false ? text + ", not declared" : text
  }
}

extension IndexReport: CustomStringConvertible {
  /// The statement that creates the index.
  public var description: String { isOwn ? sql : "\(sql), created by someone else" }
}

extension MissingValues: CustomStringConvertible {
  /// A line such as `guest.seats is NULL in 3 rows, but seats is required`.
  public var description: String {
    let rows = rowCount == 1 ? "1 row" : "\(rowCount) rows"
    return "\(table).\(column) is NULL in \(rows), but \(property) is required"
  }
}

/// A former name that a property declares, and that the file never had: perhaps it is misspelt, or
/// the file is older than the name.
///
/// ```swift
/// for name in try await store.schema(of: Guest.self).unknownFormerNames { print(name) }
/// // renamedFrom: of years names the column guest.agee, which the file never had
/// ```
public struct UnknownFormerName: Sendable, Hashable {
  /// The property's name.
  public let property: String
  /// The table with rows, in which the property has no column yet.
  public let table: String
  /// The name in `renamedFrom:`.
  public let name: String
}

extension UnknownFormerName: CustomStringConvertible {
  /// A line such as `renamedFrom: of years names the column guest.agee, which the file never had`.
  public var description: String {
    "renamedFrom: of \(property) names the column \(table).\(name), which the file never had"
  }
}

/// A printable report of the tables that a class needs and of those in the file.
///
/// ```swift
/// let report = try await store.schema(of: Person.self)
/// if let conflict = report.conflict { throw conflict }
/// print(report.pending)  // ["add the column person.age"]
/// ```
public struct SchemaReport: Sendable {
  /// The name of the class.
  public let className: String
  /// The class's own table, under its current or its former name, followed by its child tables,
  /// declared or not; empty if there is no table yet.
  public let tables: [TableReport]
  /// The changes that the next use of the class will make to tables, columns and indices, in a few
  /// words each.
  public let pending: [String]
  /// The changes that it will make to what the file records about them.
  public let pendingRecords: [String]
  /// The reasons that the class cannot be used with this file; empty if it can.
  public let conflicts: [PersistenceError]
  /// The former names that the file never had, of properties without a column in a table with rows.
  public let unknownFormerNames: [UnknownFormerName]
  /// The required properties that are NULL in some rows, which therefore cannot be read.
  public let missing: [MissingValues]
  /// The columns and tables that `store.prune` would drop.
  public let unused: Pruning

  /// Whether the file has the class's table.
  public var exists: Bool { !tables.isEmpty }

  /// The first reason that the class cannot be used with this file; nil if it can.
  public var conflict: PersistenceError? { conflicts.first }
}

extension SchemaReport: CustomStringConvertible {
  /// The whole report, one item per line.
  public var description: String {
    var lines = tables.isEmpty ? ["\(className) has no table"] : tables.map(\.description)
    lines += pending.map { "pending: \($0)" } + pendingRecords.map { "pending record: \($0)" }
    lines += conflicts.map { "conflict: \($0)" }
    lines += unknownFormerNames.map { "unknown: \($0)" }
    lines += missing.map { "missing: \($0)" }
    if !unused.isEmpty { lines += unused.changes.map { "prunable: \($0)" } }
    return lines.joined(separator: "\n")
  }
}
