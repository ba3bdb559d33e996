public import Foundation
public import PersistentObjectsCodec
public import PersistentObjectsSchema

/// The configuration of a store.
///
/// ```swift
/// var configuration = StoreConfiguration(codecs: .standard)
/// configuration.timeout = .seconds(10)
/// let store = try Store(
///   SQLiteConfiguration(path: "people.sqlite3"), configuration: configuration)
/// ```
public struct StoreConfiguration: Sendable {
  /// The codecs of types.
  public var codecs: CodecRegistry
  /// The source of primary keys.
  public var keys: any KeyStrategy = CountedKeys()
  /// The clock for properties that the engine sets to the time of a save. It is read once per
  /// transaction that needs it. Tests can set a clock of their own.
  public var now: @Sendable () -> Date = { Date() }
  /// The longest wait for a connection that others hold. After that, the call throws `timedOut` and
  /// names the holders.
  public var acquisitionTimeout = Duration.seconds(30)
  /// The time that a `store.session` or `store.transaction` may take before it is stopped and
  /// throws `timedOut`; nil, the default, means no limit. Calls may set their own.
  public var timeout: Duration?
  /// The threads on which `store.session` and `store.transaction` run. Calls may choose their own.
  public var threads = SessionThreads.whereCalled
  /// The time that one statement may take before it is stopped and throws `timedOut`; nil, the
  /// default, means no limit. Time that the program spends between the rows of a cursor does not
  /// count.
  public var statementTimeout: Duration?
  /// The program's own SQL functions, each a ``QueryFunction``.
  public var functions: [any _RegisteredFunction] = []
  /// The layout of tables that many tenants share; nil, the default, if there are no tenants.
  public var tenants: TenantLayout?
  /// The classes that the store knows from the start. They are needed only if rows of one class
  /// refer to a class with subclasses: name the subclasses that rows may refer to, and the classes
  /// that refer, if objects may be loaded or deleted before the program has used these classes. Two
  /// classes with the same table are refused before tables are created or changed, or when the
  /// second class is used.
  public var classes: [any PersistentObject.Type] = []

  /// Creates a configuration with these codecs.
  public init(codecs: CodecRegistry) { self.codecs = codecs }
}
