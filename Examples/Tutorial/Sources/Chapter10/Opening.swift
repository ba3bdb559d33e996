import PersistentObjects
import PersistentObjectsPostgreSQL

/// Makes the store of the service.
func makeStore() throws -> Store {
  var settings = StoreConfiguration(codecs: .standard)
  settings.timeout = .seconds(10)  // of each call
  settings.statementTimeout = .seconds(5)
  return try Store(PostgresConfiguration("postgresql://"), configuration: settings)
}
