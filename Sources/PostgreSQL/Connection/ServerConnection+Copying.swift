import PersistentObjectsDriver

extension ServerConnection {
  /// Runs a `COPY … FROM STDIN`. It cannot be part of a pipeline, but queued statements are sent
  /// before it, in the same round trip.
  ///
  /// - Parameters:
  ///   - query: a query of the same table, which is sent with it. From then on until the end of the
  ///     transaction, nobody else changes the table's columns.
  ///   - found: called with the result of the query, before `rows`.
  ///   - rows: sends the rows.
  func copy(
    _ sql: String, after query: String, found: (ServerResult) -> Void,
    rows: (_ send: ([UInt8]) throws -> Void) throws -> Void
  ) throws -> ServerResult {
    try repeatableRoundTrip { link in
      roundTrips += 1
      let place = layoutQuery
      let queries = place != .none && layout.hasTable ? [layout.query] : []
      let asked = place == .behind ? [query] + queries : queries + [query]
      let texts = takeQueued(link) + asked + [sql + settings.mark]
      return try link.copy(texts, of: sql, rows: rows) { number, result in
        if texts[number] == query { found(result) }
        if queries == [texts[number]] { layout.note(result, in: transaction.number) }
      }
    }
  }
}
