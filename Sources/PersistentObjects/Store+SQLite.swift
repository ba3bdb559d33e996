extension Store {
  /// A store in an SQLite file, which is created with its folders when missing. `:memory:` gives
  /// one that is gone when it is closed. Nothing is opened before the first use.
  public convenience init(
    path: String, codecs: CodecRegistry = .standard, classes: [any PersistentObject.Type] = []
  ) throws {
    try self.init(SQLiteConfiguration(path: path), codecs: codecs, classes: classes)
  }

  /// A store in an SQLite database, with limits, a clock and the like of its own.
  public convenience init(
    _ sqlite: SQLiteConfiguration, configuration: StoreConfiguration
  ) throws { try self.init(driver: SQLiteDriver(sqlite), configuration: configuration) }

  /// A store in an SQLite database.
  public convenience init(
    _ sqlite: SQLiteConfiguration, codecs: CodecRegistry = .standard,
    keys: any KeyStrategy = CountedKeys(), classes: [any PersistentObject.Type] = []
  ) throws {
    var configuration = StoreConfiguration(codecs: codecs)
    configuration.keys = keys
    configuration.classes = classes
    try self.init(driver: SQLiteDriver(sqlite), configuration: configuration)
  }
}
