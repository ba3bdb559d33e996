// Saving objects that had a key and times in another file.

extension Session {
  /// Saves a new object under its former key, without setting its times, in a transaction.
  package func save(_ object: some PersistentObject, as pk: Int64) throws {
    try save(object, .underKey(pk))
  }

  /// Saves the changes of an object that was brought over, without setting its times, in a
  /// transaction.
  package func saveWithTimesKept(_ object: some PersistentObject) throws {
    try save(object, .changed)
  }

  private func save(_ object: some PersistentObject, _ kind: BroughtOver) throws {
    let outer = broughtOver
    broughtOver = kind
    defer { broughtOver = outer }
    try save(object)
  }

  /// Makes the keys of a class begin after one that was given out elsewhere, in a transaction.
  package func reserveKeys(through last: Int64, of type: any PersistentObject.Type) throws {
    try joining { transaction in
      // Creates the tables, which are missing if no object was saved.
      _ = try context(of: type._entity)
      try transaction.keys.reserve(through: last, of: type._entity.table)
    }
  }
}

extension PropertyDescription {
  /// Whether the engine determines the value, so that none can be brought over. This applies to
  /// versions and derived properties.
  package var isEngines: Bool { declaration.isVersion || inverse != nil }

  /// Whether an object can be created without a value for the property.
  package var hasDefault: Bool {
    isEngines || givenByDefault() != nil
  }
}
