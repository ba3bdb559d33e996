extension PersistenceError {
  /// The kind of a failure: a comparable name from a list that can grow.
  ///
  /// See ``PersistenceError``.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name, such as `decodingFailed`.
    public let name: String
    /// The name.
    public var description: String { name }

    init(_ name: String) { self.name = name }

    // MARK: Values and codecs

    /// A codec could not convert a value to its stored form.
    public static let encodingFailed = Code("encodingFailed")
    /// A codec could not convert a stored value back.
    public static let decodingFailed = Code("decodingFailed")
    /// No codec applies to a property's type.
    public static let noCodec = Code("noCodec")
    /// The column was written by another codec, or by a version that this one cannot read.
    public static let codecMismatch = Code("codecMismatch")
    /// A query compares a column whose codec is not searchable.
    public static let notSearchable = Code("notSearchable")

    // MARK: Schema

    /// The class and the table differ in a way that cannot be resolved without losing data.
    public static let schemaMismatch = Code("schemaMismatch")
    /// A class is declared in a way that cannot be stored, such as two classes with one table.
    public static let invalidModel = Code("invalidModel")
    /// A row names a class that the store does not know.
    public static let unknownClass = Code("unknownClass")

    // MARK: Queries and objects

    /// A query names a property or column that does not exist, or is not valid SQL.
    public static let invalidQuery = Code("invalidQuery")
    /// The row of an object no longer exists because someone else deleted it.
    public static let objectNotFound = Code("objectNotFound")
    /// A reference points to a row that does not exist.
    public static let danglingReference = Code("danglingReference")
    /// An object belongs to another session, or to no session although the call requires one.
    public static let wrongSession = Code("wrongSession")
    /// The object has been deleted.
    public static let objectDeleted = Code("objectDeleted")
    /// The row of an object was changed or deleted elsewhere since it was read; `conflict` has the
    /// details. Only for classes with a version.
    public static let conflict = Code("conflict")
    /// A unique, foreign-key or check constraint refused the change.
    public static let constraintViolated = Code("constraintViolated")
    /// An object breaks rules of its class; `validationFailures` has all broken rules.
    public static let validationFailed = Code("validationFailed")
    /// A hook did something that it must not do, such as saving inside `willSave()`.
    public static let hookMisused = Code("hookMisused")
    /// A dictionary of values does not fit the class.
    public static let invalidValues = Code("invalidValues")
    /// A lent session has ended with unsaved changes.
    public static let unsavedChanges = Code("unsavedChanges")
    /// The session cannot continue because an earlier read or rollback failed; the cause is
    /// attached.
    public static let sessionFailed = Code("sessionFailed")

    // MARK: Database

    /// The file could not be opened or created.
    public static let cannotOpen = Code("cannotOpen")
    /// Another process or connection held the database for longer than the busy timeout.
    public static let busy = Code("busy")
    /// Work or a wait for a connection took longer than its limit.
    public static let timedOut = Code("timedOut")
    /// A call would wait for a connection that is held by its own task, or by a task that waits for
    /// it.
    public static let deadlock = Code("deadlock")
    /// The disk is full.
    public static let diskFull = Code("diskFull")
    /// The file is damaged or is not a database.
    public static let corrupt = Code("corrupt")
    /// The database or its folder is not writable.
    public static let readOnly = Code("readOnly")
    /// A statement was interrupted.
    public static let interrupted = Code("interrupted")
    /// The store has been closed.
    public static let storeClosed = Code("storeClosed")
    /// The driver of this database does not support the operation.
    public static let unsupported = Code("unsupported")
    /// The connection was lost during a commit. It is unknown whether the transaction was
    /// committed.
    public static let commitUnknown = Code("commitUnknown")
    /// Any other failure of the database; see `databaseCode`.
    public static let databaseFailed = Code("databaseFailed")
  }
}
