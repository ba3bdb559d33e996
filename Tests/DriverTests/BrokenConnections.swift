import Foundation
import PersistentObjectsDriver

// Connections that each break one promise in a realistic way.

/// Leaves an open transaction to the next user of the connection.
final class KeepsTransactions: WrappedConnection {
  override func endLease() -> Bool { true }
}

/// Cannot be interrupted.
final class IgnoresInterrupts: WrappedConnection {
  override func interrupt() {}
}

/// Reads indices without their directions.
final class ForgetsDirections: WrappedConnection {
  override func readIndices() throws -> [ExistingIndex] {
    try base.readIndices().map { index in
      ExistingIndex(
        name: index.name, table: index.table,
        columns: index.columns.map { column in column.map { IndexedColumn($0.name) } },
        isUnique: index.isUnique, isPartial: index.isPartial, sql: index.sql)
    }
  }
}

/// Reads each index once for each of two catalogs.
final class RepeatsIndices: WrappedConnection {
  override func readIndices() throws -> [ExistingIndex] {
    try base.readIndices().flatMap { [$0, $0] }
  }
}

/// Runs the first of several statements.
final class TakesTheFirst: WrappedConnection {
  override func prepare(_ sql: String) throws -> any DriverStatement {
    try base.prepare(String(sql.prefix { $0 != ";" }))
  }
}

/// Takes each statement that begins like a query for one.
final class TrustsFirstWords: WrappedConnection {
  override func prepare(_ sql: String) throws -> any DriverStatement {
    let statement = try base.prepare(sql)
    return ["SELECT", "WITH"].contains { sql.hasPrefix($0) } ? ClaimsToRead(statement) : statement
  }
}

/// Knows no rows in the list of an IN.
final class ListsNoRows: WrappedConnection {
  override func prepare(_ sql: String) throws -> any DriverStatement {
    guard !sql.contains("IN ((") else {
      throw PersistenceError(.invalidQuery, "a row is not a value", sql: sql)
    }
    return try base.prepare(sql)
  }
}

/// Commits each statement by itself.
final class CommitsEachStatement: WrappedConnection {
  override func prepare(_ sql: String) throws -> any DriverStatement {
    try base.prepare(sql.hasPrefix("BEGIN") || sql == "COMMIT" ? "SELECT 1" : sql)
  }
}

/// Reads foreign keys without their rules.
final class ForgetsRules: WrappedConnection {
  override func readSchema() throws -> [ExistingTable] {
    try base.readSchema().map { table in
      ExistingTable(
        name: table.name, columns: table.columns, indices: table.indices,
        foreignKeys: table.foreignKeys.mapValues {
          ForeignKey(table: $0.table, onDelete: .restrict)
        })
    }
  }
}

/// Commits where it should roll back.
final class CommitsAlways: WrappedConnection {
  override func rollBack() throws { _ = try prepare("COMMIT").next() }
}

/// Reports a constant number as the version of the data.
final class NoticesNothing: WrappedConnection, ChangeNoticing {
  func dataVersion() throws -> Int64 { 1 }
}

/// Composes the letters of names.
final class ComposesNames: WrappedConnection {
  override func readSchema() throws -> [ExistingTable] {
    try base.readSchema().map { table in
      ExistingTable(
        name: table.name, columns: table.columns.map(\.precomposedStringWithCanonicalMapping),
        indices: table.indices, foreignKeys: table.foreignKeys)
    }
  }
}

/// Completes a copy although it should stop.
final class CompletesCopies: WrappedConnection, BackingUp {
  func backUp(
    to destination: String, isReplacing: Bool, progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    guard let base = base as? any BackingUp else { return }
    var failure: (any Error)?
    try base.backUp(to: destination, isReplacing: isReplacing) { done, total in
      do {
        try progress(done, total)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}

/// Calls functions of the program with their arguments in the order of a stack.
final class TurnsArguments: WrappedConnection, FunctionCalling {
  func add(_ function: ProgramFunction) throws {
    let turned = ProgramFunction(
      name: function.name, argumentCount: function.argumentCount
    ) { try function.body($0.reversed()) }
    try (base as? any FunctionCalling)?.add(turned)
  }
}
