public import PersistentObjects

extension StoreDirectory {
  /// Makes a directory of stores in one PostgreSQL database, each in its own schema.
  ///
  /// All stores share the connections to the server and to its replicas, and take each for one
  /// transaction. There are as many as calls run at once; one that has been idle for ten seconds is
  /// closed when another one is given back. Unless `isPooled` is true, each keeps the statements of
  /// the stores prepared: at most four times as many as `statementCacheCapacity`.
  ///
  /// - Parameters:
  ///   - postgres: the database, and the settings of each store; its `schema` is ignored.
  ///   - prefix: the beginning of each schema's name, before that of the store.
  ///   - configuration: the configuration of each store.
  public convenience init(
    _ postgres: PostgresConfiguration, schemaPrefix prefix: String = "",
    configuration: StoreConfiguration = StoreConfiguration(codecs: .standard),
    limits: Limits = Limits()
  ) {
    let links = SharedLinks(postgres, kept: limits.maximumCalls)
    let replicaLinks = SharedLinks(postgres, kept: limits.maximumCalls, readsReplicas: true)
    self.init(
      limits: limits, keepsLayouts: true,
      close: {
        links.close()
        replicaLinks.close()
      }
    ) { name in
      if name.isEmpty {
        throw PersistenceError(
          .cannotOpen, "The name of a store in a directory must not be empty.")
      }
      var postgres = postgres
      postgres.schema = prefix + name
      return try Store(
        driver: PostgresDriver(postgres, links: links, replicaLinks: replicaLinks),
        configuration: configuration)
    }
  }
}
