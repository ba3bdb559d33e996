import PersistentObjectsEngine

extension ServerConnection {
  /// Runs a `COPY … FROM STDIN`. It cannot be part of a pipeline, but queued statements are sent
  /// before it, in the same round trip.
  ///
  /// - Parameter rows: sends the rows.
  func copy(
    _ sql: String, rows: (_ send: ([UInt8]) throws -> Void) throws -> Void
  ) throws -> ServerResult {
    try roundTrip { link in
      roundTrips += 1
      let asksForLayout = layoutQuery != .none && hasLayoutTable
      let texts = takeQueued(link) + (asksForLayout ? [layoutText] : []) + [sql]
      return try link.copy(texts, of: sql, rows: rows) { number, result in
        if asksForLayout && number == texts.count - 2 { note(layout: result) }
      }
    }
  }
}
