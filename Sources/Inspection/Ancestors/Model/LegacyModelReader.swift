import PersistentObjectsInspection

/// Makes the model of a file: all columns are counted first, then their kinds are decided.
struct LegacyModelReader {
  let file: LegacyStore
  let map: LegacyMap
  let references: LegacyReferenceCheck
  let relations: LegacyClassRelations
  var doubts: [LegacyDoubt] = []
  /// The names of classes as they occur in references, by table.
  var classNames: [String: Set<String>] = [:]
  /// The counted contents of the property columns, by table.
  var profiles: [String: [LegacyColumnProfile]] = [:]
  var collections: [String: [LegacyCollection]] = [:]
  /// The classes that may be related to the one whose properties are being made.
  var related: [LegacyTable] = []

  init(_ file: LegacyStore, _ map: LegacyMap) throws {
    self.file = file
    self.map = map
    references = LegacyReferenceCheck(
      file.database, lastKeys: try file.lastKeys(), tables: map.tables)
    relations = LegacyClassRelations(file.layout)
  }

  consuming func model() throws -> LegacyModel {
    addNotes()
    try addCollections()
    for table in file.layout.objectTables { try addProfiles(of: table) }
    var classes: [LegacyClass] = []
    for table in file.layout.objectTables { classes.append(try self.class(table)) }
    if classes.contains(where: \.hasDates) {
      doubts.append(
        LegacyDoubt(.cutDates, "dates were cut to milliseconds: each may have been 1 ms later"))
    }
    return LegacyModel(classes: classes, doubts: doubts)
  }

  private mutating func addNotes() {
    doubts += [
      LegacyDoubt(
        .cutStrings, "a string with a NUL character was cut there; the file does not show where"),
      LegacyDoubt(
        .superclasses,
        "superclasses are not in the file: each class has a table with all properties"),
    ]
    if file.layout.elementTables.contains(where: { $0.shape == .elements(.dictionary) }) {
      doubts.append(
        LegacyDoubt(
          .dictionaryKeys,
          "an element whose key had an apostrophe was never written; other keys became strings"))
    }
    let foreign = file.layout.foreignTables.map(\.name) + file.layout.others
    doubts += foreign.map { LegacyDoubt(.foreignTable, table: $0, "it is not imported") }
  }
}

extension LegacyClass {
  fileprivate var hasDates: Bool {
    properties.contains { $0.kind == .date } || collections.contains { $0.forms["date"] != nil }
  }
}
