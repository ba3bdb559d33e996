import PersistentObjects
import PersistentObjectsInspection

/// Finds the objects that refer to samples. Runs one statement for each property that may refer to
/// a class, and for each batch of keys.
struct SampleReferrers {
  /// The maximum number of referrers to keep for an object.
  private static let most = 12
  /// The maximum number of keys to look for in one statement.
  private static let keysOfStatement = 500

  let file: InspectedFile
  let references: [RecordedReference]
  /// The samples. They come before other referrers, because the report can link to them.
  let samples: Set<ReportLink>

  /// The referrers of one object.
  struct Found {
    private var samples: [ReportReferrer] = []
    private var others: [ReportReferrer] = []
    private var count = 0
    private var latest: ReportReferrer?

    /// The referrers to keep, samples first.
    var referrers: [ReportReferrer] { Array((samples + others).prefix(SampleReferrers.most)) }
    /// The number of referrers that are not kept.
    var omitted: Int { count - referrers.count }

    /// Adds a referrer. A referrer with several elements that refer to the object occurs several
    /// times in a row, but counts once.
    mutating func add(_ referrer: ReportReferrer, isSample: Bool) {
      if referrer == latest { return }
      latest = referrer
      count += 1
      if isSample, samples.count < SampleReferrers.most {
        samples.append(referrer)
      } else if others.count < SampleReferrers.most {
        others.append(referrer)
      }
    }
  }

  init(_ file: InspectedFile, samples: Set<ReportLink>) {
    self.file = file
    references = file.catalog.references
    self.samples = samples
  }

  /// Returns the referrers of objects of one class, by the keys of these objects.
  func referrers(to keys: [Int64], of table: String) throws -> [Int64: Found] {
    var found: [Int64: Found] = [:]
    for reference in references where mayRefer(reference, to: table) {
      for start in stride(from: 0, to: keys.count, by: Self.keysOfStatement) {
        let part = keys[start..<min(start + Self.keysOfStatement, keys.count)]
        try find(reference, to: part, of: table, &found)
      }
    }
    return found
  }

  /// Returns whether a reference may refer to a class: to this class or, if subclasses are allowed,
  /// to one of its superclasses.
  private func mayRefer(_ reference: RecordedReference, to table: String) -> Bool {
    guard let target = reference.target, reference.classColumn != nil else {
      return reference.target == table || reference.target == nil
    }
    var (next, seen): (String?, Set<String>) = (table, [])
    while let table = next, seen.insert(table).inserted {
      if table == target { return true }
      next = file.catalog.records[table]?.superclass
    }
    return false
  }

  private func find(
    _ reference: RecordedReference, to keys: ArraySlice<Int64>, of table: String,
    _ found: inout [Int64: Found]
  ) throws {
    let statement = try file.connection.statement(sql: sql(reference, to: keys, of: table))
    defer { statement.reset() }
    let className = file.classNames.name(of: reference.ownerTable)
    while let row = try statement.next() {
      guard let pk = row.storedInteger(at: 0), let owner = row.storedInteger(at: 1)
      else { continue }
      let link = ReportLink(className: className, key: "\(owner)")
      found[pk, default: Found()].add(
        ReportReferrer(object: link, property: reference.property),
        isSample: samples.contains(link))
    }
  }

  private func sql(
    _ reference: RecordedReference, to keys: ArraySlice<Int64>, of table: String
  ) -> String {
    let dialect = file.connection.dialect
    let key = dialect.quoted(reference.key)
    var sql = """
      SELECT \(key), \(dialect.quoted(reference.owner)) FROM \(file.catalog.rows(of: reference.table)) \
      WHERE \(key) IN (\(keys.map { "\($0)" }.joined(separator: ", ")))
      """
    if let classColumn = reference.classColumn {
      let declared = reference.target.map { dialect.literal(.text($0)) } ?? "NULL"
      sql += """
         AND coalesce(\(dialect.quoted(classColumn)), \(declared)) = \(dialect.literal(.text(table)))
        """
    }
    return sql
  }
}
