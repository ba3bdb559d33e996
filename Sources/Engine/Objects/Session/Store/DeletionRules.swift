import PersistentObjectsSchema

/// The references that the file records, by the tables that they point at and belong to.
struct DeletionRules: Sendable {
  /// The version of the file for which rules are valid.
  struct Version: Equatable {
    let number: Int64
    /// The connection to whose numbers this one belongs; nil if all connections have the same.
    let connection: Int?
  }

  private let references: [RecordedReference]
  private let directory: EntityDirectory

  init(_ catalog: SchemaCatalog, _ directory: EntityDirectory) {
    references = catalog.references
    self.directory = directory
  }

  /// Whether there are references whose rule is unknown until their class is used.
  var areIncomplete: Bool { references.contains { $0.rule == nil } }

  /// Whether deleting rows of a table affects nothing else, except what foreign keys handle.
  func isPlain(_ table: String) -> Bool {
    cascading(to: table).isEmpty && released(from: table).isEmpty
      && followed(from: table, isCascade: false).isEmpty
  }

  /// Returns the references whose owners are deleted together with a row of a table.
  func cascading(to table: String) -> [RecordedReference] {
    references.filter { $0.rule == .cascade && mayPoint($0, at: table) }
  }

  /// Returns the references that become nil when a row of a table is deleted, and that no foreign
  /// key handles.
  func released(from table: String) -> [RecordedReference] {
    references.filter { $0.rule == .nullify && !$0.isWatched && mayPoint($0, at: table) }
  }

  /// Returns the references that keep a row of a table from being deleted.
  func restricting(_ table: String) -> [RecordedReference] {
    references.filter { $0.rule == .restrict && mayPoint($0, at: table) }
  }

  /// Returns the references in the objects of a table that are followed when these are deleted.
  func followed(from table: String, isCascade: Bool) -> [RecordedReference] {
    references.filter { ($0.deletesTargets || isCascade) && $0.ownerTable == table }
  }

  /// Whether a reference may point at a table. A class that the program does not know is assumed to
  /// inherit from the target: its references have the class in the row, where it is compared.
  private func mayPoint(_ reference: RecordedReference, at table: String) -> Bool {
    guard let target = reference.target else { return true }
    if target == table { return true }
    guard reference.classColumn != nil else { return false }
    guard let superclass = directory.entity(table: target),
      let entity = directory.entity(table: table)
    else { return true }
    return entity.inherits(from: superclass)
  }
}
