/// A reference to objects of several tables, which no foreign key can watch over: what a foreign
/// key would do when such an object is deleted, as statements.
struct PolymorphicReference: Sendable {
  /// The class that the reference is declared with; its subclasses may be referred to, too. Nil for
  /// any class.
  private let target: EntityDescription?
  let place: PersistenceError.Context
  private let action: ForeignKey.Action
  private let text: StatementText

  /// - Parameters:
  ///   - table: where the reference lies.
  ///   - key, className: its two columns.
  init(
    target: EntityDescription?, place: PersistenceError.Context, table: String, key: String,
    className: String, action: ForeignKey.Action, dialect: any Dialect
  ) {
    self.target = target
    self.place = place
    self.action = action
    let (table, key, className) = (
      dialect.quoted(table), dialect.quoted(key), dialect.quoted(className)
    )
    let condition =
      "\(key) = \(dialect.placeholder(1)) AND \(className) = \(dialect.placeholder(2))"
    let sql =
      switch action {
      case .setNull: "UPDATE \(table) SET \(key) = NULL, \(className) = NULL WHERE \(condition)"
      case .cascade: "DELETE FROM \(table) WHERE \(condition)"
      case .restrict: "SELECT 1 FROM \(table) WHERE \(condition) LIMIT 1"
      }
    text = StatementText(sql)
  }

  /// Whether it may point at objects of a class.
  func mayPoint(at entity: EntityDescription) -> Bool { target.map(entity.inherits) ?? true }

  /// Whether a row that it points at cannot be deleted.
  var mayRefuse: Bool { action == .restrict }

  /// Does what is declared for a row that is being deleted. Throws `constraintViolated` when a
  /// required reference points at it.
  func release(pk: Int64, of entity: EntityDescription, _ connection: Connection) throws {
    let statement = try connection.statement(text)
    defer { statement.reset() }
    statement.set(pk, at: 0)
    statement.set(.text(entity.table), at: 1)
    let isFound = try statement.step()
    if action == .restrict && isFound {
      throw PersistenceError(
        .constraintViolated,
        "\(entity.className)#\(pk) cannot be deleted: a required reference points at it",
        context: place)
    }
  }
}
