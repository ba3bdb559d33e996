extension Store {
  /// Makes a store in an SQLite file, which is created with its folders if it is missing. The
  /// contents of a store in `:memory:` are lost when it is closed. Nothing is opened before the
  /// first use.
  public convenience init(
    path: String, codecs: CodecRegistry = .standard, classes: [any PersistentObject.Type] = []
  ) throws {
    try self.init(SQLiteConfiguration(path: path), codecs: codecs, classes: classes)
  }

  /// Makes a store in an SQLite database, with its own limits, clock and other settings.
  public convenience init(
    _ sqlite: SQLiteConfiguration, configuration: StoreConfiguration
  ) throws { try self.init(driver: SQLiteDriver(sqlite), configuration: configuration) }

  /// Makes a store in an SQLite database.
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
