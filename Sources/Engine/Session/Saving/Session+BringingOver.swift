// Saving what had a key and times in another file.

extension Session {
  /// Saves one new object under the key that it had, without setting its times. In a transaction.
  package func save(_ object: some PersistentObject, as pk: Int64) throws {
    try save(object, .underKey(pk))
  }

  /// Saves the changes of an object that was brought over, without setting its times. In a transaction.
  package func saveWithTimesKept(_ object: some PersistentObject) throws {
    try save(object, .changed)
  }

  private func save(_ object: some PersistentObject, _ kind: BroughtOver) throws {
    let outer = broughtOver
    broughtOver = kind
    defer { broughtOver = outer }
    try save(object)
  }

  /// Lets keys of a class begin behind one that was given elsewhere. In a transaction.
  package func reserveKeys(through last: Int64, of type: any PersistentObject.Type) throws {
    try joining { try $0.keys.reserve(through: last, of: type._entity.table) }
  }
}

/// The kind of save, where that is known elsewhere already.
enum BroughtOver {
  case underKey(Int64)
  case changed
}

extension PropertyDescription {
  /// Whether the engine gives its value, so that none can be brought over: a version, or what is
  /// derived of other objects.
  package var isEngines: Bool { declaration.isVersion || inverse != nil }

  /// Whether an object can be made without a value for it.
  package var hasDefault: Bool {
    isEngines || givenByDefault() != nil
  }
}
