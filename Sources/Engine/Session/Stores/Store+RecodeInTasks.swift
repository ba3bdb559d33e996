// The forms of `recode` for code that may suspend. They do what those in Store+Recode.swift do, on
// the store's own threads; waiting for other writers suspends. `progress` is called there, too, and a
// task that is cancelled meanwhile ends with `CancellationError` and changes nothing.

extension Store {
  /// Rewrites a property's column from an old codec's form into that of its present codec.
  @discardableResult
  public func recode<Root: PersistentObject, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Old.Value>, from old: Old,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) async throws -> Int {
    try await run(Recoding(keyPath, .values, from: old), progress)
  }

  /// Rewrites the column of an optional property; nil stays nil.
  @discardableResult
  public func recode<Root: PersistentObject, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Old.Value?>, from old: Old,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) async throws -> Int {
    try await run(Recoding(keyPath, .values, from: old), progress)
  }

  /// Rewrites the elements of an array or a set, or the values of a dictionary.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnCollection, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Elements>, from old: Old,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) async throws -> Int where Elements._Element == Old.Value {
    try await run(Recoding(keyPath, .values, from: old), progress)
  }

  /// Rewrites the keys of a dictionary.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnDictionary, Old: ColumnCodec>(
    keys keyPath: KeyPath<Root, Elements>, from old: Old,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) async throws -> Int where Elements._Key == Old.Value {
    try await run(Recoding(keyPath, .keys, from: old), progress)
  }

  /// Rewrites the column of a property that has changed its type.
  @discardableResult
  public func recode<Root: PersistentObject, Value, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Value>, from old: Old,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void = { _, _ in },
    transform: @escaping @Sendable (Old.Value) throws -> Value
  ) async throws -> Int {
    try await run(Recoding(keyPath, .values, from: old, transform: transform), progress)
  }

  /// Rewrites the elements of a collection, or the values of a dictionary, that have changed their
  /// type.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnCollection, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Elements>, from old: Old,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void = { _, _ in },
    transform: @escaping @Sendable (Old.Value) throws -> Elements._Element
  ) async throws -> Int {
    try await run(Recoding(keyPath, .values, from: old, transform: transform), progress)
  }

  /// Rewrites the keys of a dictionary that have changed their type.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnDictionary, Old: ColumnCodec>(
    keys keyPath: KeyPath<Root, Elements>, from old: Old,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void = { _, _ in },
    transform: @escaping @Sendable (Old.Value) throws -> Elements._Key
  ) async throws -> Int {
    try await run(Recoding(keyPath, .keys, from: old, transform: transform), progress)
  }

  /// Rewrites what older versions of the property's present codec have written.
  @discardableResult
  public func recode<Root: PersistentObject>(
    _ keyPath: PartialKeyPath<Root>,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) async throws -> Int {
    try await run(Recoding(keyPath, .values), progress)
  }

  /// Rewrites what older versions of the present codec of a dictionary's keys have written.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnDictionary>(
    keys keyPath: KeyPath<Root, Elements>,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) async throws -> Int {
    try await run(Recoding(keyPath, .keys), progress)
  }

  /// Asks before it waits for the writer, which may take long.
  private func run(
    _ recoding: Recoding,
    _ progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void
  ) async throws -> Int {
    guard try await session({ try $0.needsRecoding(recoding) }) else { return 0 }
    return try await transaction { session in
      try session.recode(recoding) { done, total in
        try Task.checkCancellation()
        try progress(done, total)
      }
    }
  }
}
