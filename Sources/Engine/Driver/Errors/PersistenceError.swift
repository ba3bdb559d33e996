/// The one error type of this package: the problem, its place, and its remedy.
///
/// ```swift
/// do {
///   try session.save(person)
/// } catch let error as PersistenceError where error.code == .constraintViolated {
///   print(error)
///   // constraintViolated: email must be unique, and the row with pk 1 already has this value; …
/// }
/// ```
///
/// Bound values are never part of the message or of ``sql``, so an error may be logged. The one
/// exception is `validationFailed`, which shows the entered value to the person who entered it.
public struct PersistenceError: Error, Sendable {
  /// The kind of failure. Kinds may be added, so a `switch` over codes needs a `default`.
  public let code: Code
  /// The problem and its remedy, in a sentence or two.
  public let message: String
  /// The class, property, column and object concerned, as far as they are known.
  public var context: Context
  /// The statement that failed, with placeholders where values were bound.
  public var sql: String?
  /// The database's own name for the failure, such as `SQLITE_FULL` or `40001`, if the database
  /// raised the error.
  public var databaseCode: String?
  /// The constraint that refused the change, if one did.
  public var constraint: ConstraintViolation?
  /// The error behind this one, such as that of a codec or of the operating system.
  public var cause: (any Error)?
  /// The errors that this one tells of together; empty for an error of one problem.
  var several: [PersistenceError] = []

  /// Creates an error. Drivers and codecs call this; applications only catch errors.
  public init(
    _ code: Code, _ message: String, context: Context = Context(), sql: String? = nil,
    databaseCode: String? = nil, cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.context = context
    self.sql = sql
    self.databaseCode = databaseCode
    self.cause = cause
  }
}

extension PersistenceError {
  /// The place where an error arose. Each part is nil if it is not known or does not apply.
  ///
  /// ```swift
  /// print(error.context.className ?? "", error.context.property ?? "")  // Person email
  /// ```
  public struct Context: Sendable, Hashable {
    /// The persistent class.
    public var className: String?
    /// The property of the class.
    public var property: String?
    /// The table.
    public var table: String?
    /// The column of the table.
    public var column: String?
    /// The primary key of the object.
    public var pk: Int64?

    /// Creates a context from the parts that are known.
    public init(
      className: String? = nil, property: String? = nil, table: String? = nil,
      column: String? = nil, pk: Int64? = nil
    ) {
      self.className = className
      self.property = property
      self.table = table
      self.column = column
      self.pk = pk
    }
  }

  /// Returns the same error, with the missing parts of its context filled in from `other`.
  public func adding(_ other: Context) -> PersistenceError {
    var copy = self
    copy.context.className = context.className ?? other.className
    copy.context.property = context.property ?? other.property
    copy.context.table = context.table ?? other.table
    copy.context.column = context.column ?? other.column
    copy.context.pk = context.pk ?? other.pk
    return copy
  }
}

extension PersistenceError: CustomStringConvertible {
  /// The code and the message, then the place, the statement, the database's code and, unless the
  /// message has it, the cause.
  public var description: String {
    var text = "\(code): \(message)"
    let place = context.description
    if !place.isEmpty { text += " [\(place)]" }
    if let sql { text += " SQL: \(sql)" }
    if let databaseCode { text += " (\(databaseCode))" }
    if let cause, !message.contains(Self.clause(of: cause)) { text += " Cause: \(cause)" }
    return text
  }
}

extension PersistenceError.Context: CustomStringConvertible {
  /// A text such as `Person.birthdate, column person.birthdate, pk 7`.
  public var description: String {
    var parts: [String] = []
    if let className { parts.append(property.map { "\(className).\($0)" } ?? className) }
    switch (table, column) {
    case (let table?, let column?): parts.append("column \(table).\(column)")
    case (let table?, nil): parts.append("table \(table)")
    case (nil, let column?): parts.append("column \(column)")
    case (nil, nil): break
    }
    if let pk { parts.append("pk \(pk)") }
    return parts.joined(separator: ", ")
  }
}
