public import PersistentObjects

extension Store {
  /// Makes a store in the PostgreSQL database that a connection string or a URI of libpq names,
  /// such as `postgresql://db.example.com/people`. Nothing is opened before the first use.
  ///
  /// - Parameter schema: the schema that holds the tables, created if it is missing; nil for the
  ///   one that the URI names, as in `postgresql://db/people?schema=shop`, or `public`.
  public convenience init(
    postgres connection: String, schema: String? = nil, codecs: CodecRegistry = .standard,
    keys: any KeyStrategy = CountedKeys(), classes: [any PersistentObject.Type] = []
  ) throws {
    var postgres = PostgresConfiguration(connection)
    if let schema { postgres.schema = schema }
    var configuration = StoreConfiguration(codecs: codecs)
    configuration.keys = keys
    configuration.classes = classes
    try self.init(postgres, configuration: configuration)
  }

  /// Makes a store in a PostgreSQL database, with a configuration of limits, clock and so on.
  public convenience init(
    _ postgres: PostgresConfiguration, configuration: StoreConfiguration
  ) throws { try self.init(driver: PostgresDriver(postgres), configuration: configuration) }
}
