public import Foundation

/// The choices that a store is made with.
public struct StoreConfiguration: Sendable {
  /// The codecs of types.
  public var codecs: CodecRegistry
  /// The source of primary keys.
  public var keys: any KeyStrategy = CountedKeys()
  /// The clock for properties that the engine sets to the time of a save: asked once per
  /// transaction that needs it. Tests put in a clock of their own.
  public var now: @Sendable () -> Date = { Date() }
  /// The longest wait for a connection that others have, before a call throws `timedOut` and says who
  /// has it.
  public var acquisitionTimeout = Duration.seconds(30)
  /// The time that a `store.session` or `store.transaction` may take, before it is stopped and throws
  /// `timedOut`; nil, the default, for any time. Calls may set their own.
  public var timeout: Duration?
  /// The threads on which `store.session` and `store.transaction` run. Calls may choose their own.
  public var threads = SessionThreads.whereCalled
  /// The time that one statement may take, before it is stopped and throws `timedOut`; nil, the
  /// default, for any time. What the program does between the rows of a cursor does not count.
  public var statementTimeout: Duration?
  /// The program's own functions of SQL, each a ``QueryFunction``.
  public var functions: [any _RegisteredFunction] = []
  /// Classes that the store is to know from the start. Needed only where rows of one class refer to
  /// a class with subclasses: name the subclasses that rows may refer to, and the classes that
  /// refer, if objects may be loaded or deleted before the program has used them. Two with the same table
  /// are refused before tables are made or changed, or when the second one is used.
  public var classes: [any PersistentObject.Type] = []

  /// A configuration with these codecs.
  public init(codecs: CodecRegistry) { self.codecs = codecs }
}
