// Keyset pagination: each page begins where the last one ended, and costs the same at any position.

import PersistentObjectsConnections
import PersistentObjectsDriver

/// A page of a query's objects, with the bookmarks of the pages before and after it.
///
/// ```swift
/// let query = Person.query.order(by: \.lastName)
/// let first = try query.page(size: 50, in: session)
/// // … FROM person ORDER BY last_name, pk LIMIT 51
/// let second = try query.page(size: 50, after: first.next, in: session)
/// // … FROM person WHERE (last_name, pk) > (?1, ?2) ORDER BY last_name, pk LIMIT 51
/// ```
public struct Page<Root: PersistentObject> {
  /// The objects, in the query's order.
  public let objects: [Root]
  /// The beginning of the page after this one; nil if this is the last one. An empty page before a
  /// bookmark has one, which leads back to the row at that bookmark.
  public let next: Bookmark?
  /// The end of the page before this one; nil if this is the first one. An empty page after a
  /// bookmark has one, which leads back to the row at that bookmark.
  public let previous: Bookmark?
}

extension Query {
  /// Returns at most `size` objects that come after a bookmark, or the first ones. Any order works,
  /// including optional properties and mixed directions. The primary key breaks ties, so rows that
  /// are inserted or deleted between two pages neither hide nor repeat others.
  ///
  /// One statement for one class,
  /// `SELECT … WHERE … AND (last_name, pk) > (?1, ?2) ORDER BY last_name, pk LIMIT 11`, and one for
  /// each `loading` and each required reference. An index on the ordering properties helps most if
  /// none is optional and all have the same direction.
  ///
  /// Throws `invalidQuery` for the bookmark of a query with other conditions or another order
  /// (their values may differ), and for criteria with ORDER BY. `size` must be above 0. If the
  /// query has a limit, each page comes from the objects within the limit at the time of the call.
  public func page(
    size: Int, after bookmark: Bookmark? = nil, in session: Session
  ) throws -> Page<Root> {
    let rows = try rows(size, from: bookmark, isReversed: false, in: session)
    return Page(
      objects: rows.objects, next: rows.hasMore ? rows.last : nil,
      previous: try bookmark.map { try rows.first ?? beyond($0, isReversed: false) })
  }

  /// Returns at most `size` objects that come before a bookmark, or the last ones for nil, also in
  /// the query's order.
  public func page(
    size: Int, before bookmark: Bookmark?, in session: Session
  ) throws -> Page<Root> {
    let rows = try rows(size, from: bookmark, isReversed: true, in: session)
    return Page(
      objects: rows.objects.reversed(),
      next: try bookmark.map { try rows.first ?? beyond($0, isReversed: true) },
      previous: rows.hasMore ? rows.last : nil)
  }

  /// Returns the place next to a bookmark's, after it or, if `isReversed`, before it, so that the
  /// page on the other side has the row at the bookmark.
  private func beyond(_ bookmark: Bookmark, isReversed: Bool) throws -> Bookmark {
    let selection = afterLimit.selection
    let orders = try selection.columnOrders()
    var position = bookmark.position
    guard let index = orders.lastIndex(where: selection.isByOwnKey),
      index < position.values.count,
      case .integer(let key) = position.values[index]
    else { return bookmark }
    let step: Int64 = (orders[index].direction == .ascending) != isReversed ? 1 : -1
    let (next, isTooFar) = key.addingReportingOverflow(step)
    if isTooFar { return bookmark }
    position.values[index] = .integer(next)
    return Bookmark(fingerprint: bookmark.fingerprint, position: position)
  }

  private func rows(
    _ size: Int, from bookmark: Bookmark?, isReversed: Bool, in session: Session
  ) throws -> PageRows<Root> {
    let part = try paged(size, from: bookmark, isReversed: isReversed)
    let fingerprint = try fingerprint(in: session)
    if let bookmark, bookmark.fingerprint != fingerprint {
      throw PersistenceError(
        .invalidQuery, "the bookmark was made by a query with other conditions or another order")
    }
    return try session.pageRows(part, size: size, fingerprint: fingerprint)
  }

  /// Returns the query for a page and one more object. If the query has a limit, the page comes
  /// from the objects within it.
  func paged(_ size: Int, from bookmark: Bookmark?, isReversed: Bool) throws -> Query {
    guard size > 0, size < .max else {
      throw PersistenceError(
        .invalidQuery, "a page cannot hold \(size) objects; ask for one or more")
    }
    return afterLimit.changing { query in
      query.selection.start = bookmark?.position
      query.selection.isReversed = isReversed
      query.selection.limit = size + 1
    }
  }

  /// Returns a number that distinguishes the query from others, ignoring the values that it
  /// compares with.
  private func fingerprint(in session: Session) throws -> UInt64 {
    try Checksum(session.familyText(self).text.sql(session.store.dialect).utf8).value
  }
}

/// The rows of a page in the order in which they were read, possibly backwards.
private struct PageRows<Root: PersistentObject> {
  var objects: [Root] = []
  var first: Bookmark?
  var last: Bookmark?
  var hasMore = false
}

extension Session {
  fileprivate func pageRows<Object: PersistentObject>(
    _ query: Query<Object>, size: Int, fingerprint: UInt64
  ) throws -> PageRows<Object> {
    try throwIfFailed()
    return try announcingLoaded {
      let isOneStatement =
        try query.loading.isEmpty && !query.selection.includesSubclasses
        && plan(of: Object.ownEntity).requiredReferences.isEmpty
      return try loadingTogether(unless: isOneStatement) {
        try readPage(query, size: size, fingerprint: fingerprint)
      }
    }
  }

  private func readPage<Object: PersistentObject>(
    _ query: Query<Object>, size: Int, fingerprint: UInt64
  ) throws -> PageRows<Object> {
    var (objects, positions) =
      query.selection.includesSubclasses ? try pageOfFamily(query) : try pageOfClass(query)
    let hasMore = objects.count > size
    if hasMore { objects.removeLast() }
    for path in query.loading { try load(path, ofAll: objects) }
    let bookmarks = positions.prefix(size).map {
      Bookmark(fingerprint: fingerprint, position: $0)
    }
    return PageRows(
      objects: objects, first: bookmarks.first, last: bookmarks.last, hasMore: hasMore)
  }

  private func pageOfClass<Object: PersistentObject>(
    _ query: Query<Object>
  ) throws -> ([Object], [RowPosition]) {
    let context = try context(of: Object.self)
    let page = try PageText(query.selection, plan: context.plan, plans: plans)
    var positions: [RowPosition] = []
    let objects = try fetch(
      Object.self, in: context, text: page.text,
      eachRow: { positions.append(RowPosition($0, terms: page.terms)) })
    return (objects, positions)
  }

  private func pageOfFamily<Object: PersistentObject>(
    _ query: Query<Object>
  ) throws -> ([Object], [RowPosition]) {
    let table = try familyText(query)
    var (keys, positions): ([FamilyKey], [RowPosition]) = ([], [])
    try forEachRow(table.text) { row in
      keys.append(try FamilyKey(row))
      positions.append(RowPosition(row, terms: table.terms))
    }
    return (try objects(of: keys), positions)
  }
}
