import PersistentObjects

extension InspectedFile {
  /// Calls `body` with each difference between the objects of this file and those of another, until
  /// it returns false. Differences are objects that were added or removed, and each changed
  /// property with both values, class by class in the order of keys. Stored forms are compared bit
  /// for bit, even those that cannot be read, which are shown as they are stored; gaps in an array,
  /// left by deleted objects, do not count. Needs constant memory.
  ///
  /// - Parameters:
  ///   - other: the file to compare with.
  ///   - progress: called with the number of objects read so far, and the number of all objects of
  ///     both files.
  ///   - body: called with each difference; it returns whether to go on.
  public func forEachObjectDifference(
    from other: InspectedFile,
    progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in },
    _ body: (StoreDifference) throws -> Bool
  ) throws {
    let tables = Set(model.classes.map(\.table)).union(other.model.classes.map(\.table)).sorted()
    let counts = try tables.map { try count($0) + other.count($0) }
    var rows = RowProgress(total: counts.reduce(0, +), progress)
    for table in tables {
      let owner = catalog.tables[table] == nil ? other : self
      let name = owner.classNames.name(of: table)
      let comparison = ObjectComparison(table, className: name, self, other)
      guard try comparison.run(&rows, body) else { return }
    }
  }

  private func count(_ table: String) throws -> Int {
    catalog.tables[table] == nil ? 0 : try rowCount(of: table)
  }
}

/// Compares the objects of one class in two files, side by side.
private struct ObjectComparison {
  private typealias Row = (pk: Int64, properties: [String: InspectedValue])

  private let table: String
  /// The name that tells the class apart from the others of its file.
  private let className: String
  private let before: Side?
  private let after: Side?

  init(
    _ table: String, className: String, _ first: InspectedFile, _ second: InspectedFile
  ) {
    self.table = table
    self.className = className
    before = Side(table, first)
    after = Side(table, second)
  }

  /// Runs the comparison. Returns false if `body` has returned false.
  func run(
    _ progress: inout RowProgress, _ body: (StoreDifference) throws -> Bool
  ) throws -> Bool {
    let old = try before?.compared.rows("ORDER BY pk")
    let new = try after?.compared.rows("ORDER BY pk")
    var (oldRow, newRow) = (try old?.next(), try new?.next())
    while let pk = [oldRow?.pk, newRow?.pk].compactMap(\.self).min() {
      let a = oldRow?.pk == pk ? oldRow : nil
      let b = newRow?.pk == pk ? newRow : nil
      for difference in try differences(pk, a, b) {
        guard try body(difference) else { return false }
      }
      if a != nil {
        oldRow = try old?.next()
        try progress.countRow()
      }
      if b != nil {
        newRow = try new?.next()
        try progress.countRow()
      }
    }
    return true
  }

  private func differences(_ pk: Int64, _ old: Row?, _ new: Row?) throws -> [StoreDifference] {
    guard let old, let new else {
      return [
        StoreDifference(
          change: old == nil ? .added : .gone, className: className, pk: pk, property: nil,
          before: nil, after: nil)
      ]
    }
    let names = Set(old.properties.keys).union(new.properties.keys).sorted()
    let changed = names.flatMap { name in
      Self.changes(old.properties[name] ?? .null, new.properties[name] ?? .null, at: [name])
    }
    if changed.isEmpty { return [] }
    let (was, has) = (try before?.values(of: pk), try after?.values(of: pk))
    return changed.map { path in
      StoreDifference(
        change: .changed, className: className, pk: pk, property: path.joined(separator: "."),
        before: Self.value(at: path, in: was), after: Self.value(at: path, in: has))
    }
  }

  /// Returns the paths to the parts in which two values differ. Those of values in several columns
  /// are their fields, unless one of them is nil or of another case.
  private static func changes(
    _ old: InspectedValue, _ new: InspectedValue, at path: [String]
  ) -> [[String]] {
    if old == new { return [] }
    guard case .object(_, let before) = old, case .object(_, let after) = new,
      before.map(\.name) == after.map(\.name),
      !zip(before, after).contains(where: {
        $0.name == CompositeReading.caseField && $0.value != $1.value
      })
    else { return [path] }
    return zip(before, after).flatMap { changes($0.value, $1.value, at: path + [$0.name]) }
  }

  private static func value(
    at path: [String], in properties: [String: InspectedValue]?
  ) -> InspectedValue {
    path.dropFirst().reduce(properties?[path[0]] ?? .null) { value, name in
      guard case .object(_, let fields) = value else { return value }
      return fields.first { $0.name == name }?.value ?? .null
    }
  }

  /// One of the files.
  private struct Side {
    let compared: ClassReader
    private let shown: ClassReader

    init?(_ table: String, _ file: InspectedFile) {
      guard file.catalog.tables[table] != nil else { return nil }
      compared = ClassReader(table, file.catalog, file.connection, sortsSets: true) {
        $0.comparedForm(in: $1)
      }
      shown = ClassReader(table, file.catalog, file.connection) { $0.shownValue(in: $1) }
    }

    func values(of pk: Int64) throws -> [String: InspectedValue] {
      var found: [String: InspectedValue] = [:]
      try shown.forEach("WHERE pk = \(pk)") { _, properties in
        found = properties
        return false
      }
      return found
    }
  }
}
