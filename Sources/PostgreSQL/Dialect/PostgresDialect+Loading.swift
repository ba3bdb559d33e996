import PersistentObjectsDriver

extension PostgresDialect: BatchLoading {
  /// The smallest number of rows for which `COPY` is faster: fewer are inserted as fast in one
  /// round trip.
  package var fewestRowsToLoad: Int { 500 }

  /// `COPY person (pk, name) FROM STDIN (FORMAT binary)`.
  package func load(into table: String, _ columns: [String]) -> String {
    "\(Self.beginningOfLoad)\(table) (\(columns.joined(separator: ", ")))\(Self.endOfLoad)"
  }

  private static let beginningOfLoad = "COPY "
  private static let endOfLoad = " FROM STDIN (FORMAT binary)"

  /// Returns a query that finds no rows, but the columns of the target of such a text; nil for any
  /// other text.
  static func description(ofTargetOf sql: String) -> String? {
    guard sql.hasPrefix(beginningOfLoad), sql.hasSuffix(endOfLoad) else { return nil }
    let target = sql.dropFirst(beginningOfLoad.count).dropLast(endOfLoad.count)
    // A name in quotes may contain anything.
    let middle = target.ranges(of: " (").first { range in
      target[..<range.lowerBound].utf8.count { $0 == UInt8(ascii: "\"") }.isMultiple(of: 2)
    }
    return middle.map { range in
      """
      SELECT \(target[range.upperBound...].dropLast()) FROM \(target[..<range.lowerBound]) WHERE FALSE
      """
    }
  }
}
