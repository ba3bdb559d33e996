import PersistentObjectsDriver

/// Keys come from a sequence that belongs to the table's key. Each step of the sequence is a block
/// of keys: a step for each key would be a round trip for each object.
extension PostgresConnection: KeyGiving {
  func takeKeys(of table: String, count: Int) throws -> [ClosedRange<Int64>] {
    let blockSize = PostgresDialect.keysOfBlock
    let blockCount = (Int64(max(1, count)) + blockSize - 1) / blockSize
    let lock =
      dialect.isDistributed ? "pg_advisory_xact_lock_shared(\(Self.lock(of: "s")))" : "NULL"
    let result = try server.run(
      """
      SELECT \(lock), nextval(s::regclass) FROM \(sequence(of: table)) AS found (s), \
      generate_series(1, \(blockCount)) WHERE s IS NOT NULL
      """)
    return (0..<result.rowCount).compactMap { row in
      result.integer(1, ofRow: row).map { first in
        let (last, isTooLarge) = first.addingReportingOverflow(blockSize - 1)
        return first...(isTooLarge ? .max : last)
      }
    }
  }

  func nextKey(of table: String) throws -> Int64 {
    try sequenceName(of: table).map(nextKey(inSequence:)) ?? 1
  }

  private func nextKey(inSequence name: String) throws -> Int64 {
    let next = try server.run(
      """
      SELECT CASE WHEN is_called THEN last_value + \(PostgresDialect.keysOfBlock) ELSE last_value END \
      FROM \(name)
      """)
    return next.integer(0) ?? 1
  }

  func reserveKeys(of table: String, through last: Int64) throws {
    guard let name = try sequenceName(of: table) else { return }
    let blockSize = PostgresDialect.keysOfBlock
    guard last < .max - 2 * blockSize else {
      throw PersistenceError(
        .databaseFailed,
        """
        the table has no free primary key left after its greatest one; nothing was saved. Give the row with that key \
        another one with SQL and delete the table's row in _persistent_sequence, or make keys with a KeyStrategy
        """, context: .init(table: table))
    }
    let start = (max(0, last) + blockSize - 1) / blockSize * blockSize + 1
    let (increment, next) = try blocks(ofSequence: name)
    if increment == blockSize, let next, next >= start { return }
    try keepOthersFromTakingKeys(ofSequence: name, increment, of: table)
    if try nextKey(inSequence: name) < start {
      // After a RESTART, others could not see where it continues unless they may read it.
      try server.run(
        "SELECT setval(\(PostgresDialect.literal(name))::regclass, \(start - blockSize))")
    }
  }

  /// Returns the increment of a sequence and the first key that it has not given out; nil for the
  /// key unless that can be told. Altering the sequence would need its owner, and make others wait
  /// for their keys until the end of the transaction. Reading it would need more than the right to
  /// take keys.
  private func blocks(ofSequence name: String) throws -> (increment: Int64?, next: Int64?) {
    let found = try server.run(
      """
      SELECT seqincrement, coalesce(pg_sequence_last_value(seqrelid::regclass) + seqincrement, seqstart) \
      FROM pg_catalog.pg_sequence WHERE seqrelid = \(PostgresDialect.literal(name))::regclass
      """)
    return (found.integer(0), found.integer(1))
  }

  /// Takes a lock until the end of the transaction, and makes the sequence give out blocks.
  private func keepOthersFromTakingKeys(
    ofSequence name: String, _ increment: Int64?, of table: String
  ) throws {
    guard dialect.isDistributed else {
      try server.run("ALTER SEQUENCE \(name) INCREMENT \(PostgresDialect.keysOfBlock)")
      return
    }
    // Citus refuses to alter a sequence.
    if increment != PostgresDialect.keysOfBlock {
      throw PersistenceError(
        .unsupported,
        """
        the table's sequence \(name) does not give out blocks of \(PostgresDialect.keysOfBlock) keys, and Citus does \
        not alter it; let the class make its table, or make keys with a KeyStrategy
        """, context: .init(table: table))
    }
    let lock = Self.lock(of: PostgresDialect.literal(name))
    try server.run("SELECT pg_advisory_xact_lock(\(lock))")
  }

  /// Returns the number of the lock of a sequence. On Citus, transactions that take keys share the
  /// lock.
  private static func lock(of sequence: String) -> String {
    "hashtextextended('PersistentObjects keys ' || \(sequence)::regclass::oid, 0)"
  }

  private func sequenceName(of table: String) throws -> String? {
    try server.run("SELECT s FROM \(sequence(of: table)) AS found (s) WHERE s IS NOT NULL").text(0)
  }

  /// Returns a subquery for the sequence of a table's key, a row of one column; NULL if there is
  /// none.
  private func sequence(of table: String) -> String {
    let name = PostgresDialect.literal(dialect.quoted(table))
    return """
      (SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_attribute \
      WHERE attrelid = to_regclass(\(name)) AND attname = 'pk' AND attidentity <> '') \
      THEN pg_get_serial_sequence(\(name), 'pk') END)
      """
  }
}
