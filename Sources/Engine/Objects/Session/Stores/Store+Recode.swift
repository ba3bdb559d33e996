// Rewriting a column that was written by another codec, or by an older version of the same one.
//
// The overloads differ in where the values are: in a column, optional or not, or in a collection's
// child table. The blocking calls follow the asynchronous ones.

public import PersistentObjectsCodec

extension Store {
  /// Rewrites a property's column from an old codec's form into that of its current codec, which is
  /// chosen by `@Column(codec:)` or the registry as usual. Call this before the class is used. If
  /// there is nothing to rewrite, it only reads the schema, so a program can call it at each start.
  ///
  /// ```swift
  /// try await store.recode(\Person.favourite, from: HexColor()) { done, total in print(done, total) }
  /// // UPDATE person SET favourite = ?1 WHERE pk = ?2
  /// ```
  ///
  /// Everything is done in one transaction, or in a savepoint of the transaction that the task has
  /// open. It holds the only writer of the database, while others read the former state. The rows
  /// are read one by one in the order of the key, with one UPDATE for each; NULL stays NULL. If the
  /// stored type changes, a new column replaces the old one. Indices on it are created again.
  ///
  /// Each class has a table of its own: properties that a subclass inherits are rewritten with the
  /// subclass's key path, `\Employee.name`. Objects in memory are refreshed when they are found
  /// again. Missing or renamed columns and tables are left until the class is used.
  ///
  /// No other program that still uses the old codec may have the file open.
  ///
  /// - Parameters:
  ///   - progress: called after every 1000 rows, and at the end, with the number of rows rewritten
  ///     and the number of rows to be rewritten. An error that it throws undoes everything and is
  ///     rethrown.
  /// - Returns: the number of cells that were rewritten; 0 if the column already has its current
  ///   form, or if there is no such table or column yet.
  /// - Throws: `codecMismatch` if the column was written by a codec other than `old`, or by a
  ///   version that `old` cannot read; `decodingFailed` or `encodingFailed`, with the primary key,
  ///   for a cell that cannot be rewritten; `constraintViolated` if values that must differ become
  ///   equal; `invalidQuery` for a property that no codec stores. Nothing is changed then.
  @discardableResult
  public func recode<Root: PersistentObject, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Old.Value>, from old: Old,
    progress: @escaping RecodeProgress = { _, _ in }
  ) async throws -> Int {
    try await run(Recoding(keyPath, part: .values, from: old), telling: progress)
  }

  /// Rewrites the column of an optional property; nil stays nil.
  @discardableResult
  public func recode<Root: PersistentObject, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Old.Value?>, from old: Old,
    progress: @escaping RecodeProgress = { _, _ in }
  ) async throws -> Int {
    try await run(Recoding(keyPath, part: .values, from: old), telling: progress)
  }

  /// Rewrites the elements of an array or a set, or the values of a dictionary, in its child table.
  /// Throws `constraintViolated` if two elements of a set get the same stored form.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnCollection, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Elements>, from old: Old,
    progress: @escaping RecodeProgress = { _, _ in }
  ) async throws -> Int where Elements._Element == Old.Value {
    try await run(Recoding(keyPath, part: .values, from: old), telling: progress)
  }

  /// Rewrites the keys of a dictionary in its child table. Throws `constraintViolated` if two keys
  /// of a dictionary get the same stored form.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnDictionary, Old: ColumnCodec>(
    keys keyPath: KeyPath<Root, Elements>, from old: Old,
    progress: @escaping RecodeProgress = { _, _ in }
  ) async throws -> Int where Elements._Key == Old.Value {
    try await run(Recoding(keyPath, part: .keys, from: old), telling: progress)
  }

  // MARK: Another type

  /// Rewrites the column of a property whose type has changed: `transform` converts the old value
  /// to the new one. An error that it throws is the cause of an `encodingFailed`. It is not called
  /// for nil.
  ///
  /// ```swift
  /// try await store.recode(\Person.age, from: StringCodec()) { Int($0) ?? 0 }
  /// ```
  ///
  /// The two codecs must differ in name or version: this is how the file records what has been
  /// rewritten.
  @discardableResult
  public func recode<Root: PersistentObject, Value, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Value>, from old: Old,
    progress: @escaping RecodeProgress = { _, _ in },
    transform: @escaping @Sendable (Old.Value) throws -> Value
  ) async throws -> Int {
    try await run(
      Recoding(keyPath, part: .values, from: old, transform: transform), telling: progress)
  }

  /// Rewrites the elements of a collection, or the values of a dictionary, whose type has changed.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnCollection, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Elements>, from old: Old,
    progress: @escaping RecodeProgress = { _, _ in },
    transform: @escaping @Sendable (Old.Value) throws -> Elements._Element
  ) async throws -> Int {
    try await run(
      Recoding(keyPath, part: .values, from: old, transform: transform), telling: progress)
  }

  /// Rewrites the keys of a dictionary whose type has changed.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnDictionary, Old: ColumnCodec>(
    keys keyPath: KeyPath<Root, Elements>, from old: Old,
    progress: @escaping RecodeProgress = { _, _ in },
    transform: @escaping @Sendable (Old.Value) throws -> Elements._Key
  ) async throws -> Int {
    try await run(
      Recoding(keyPath, part: .keys, from: old, transform: transform), telling: progress)
  }

  // MARK: The same codec

  /// Rewrites what older versions of the property's current codec have written. Without this, rows
  /// are rewritten as they are saved, and the codec has to read old versions as long as the file
  /// exists. Afterwards, `oldest_version` is the codec's current version.
  @discardableResult
  public func recode<Root: PersistentObject>(
    _ keyPath: PartialKeyPath<Root>, progress: @escaping RecodeProgress = { _, _ in }
  ) async throws -> Int {
    try await run(Recoding(keyPath, part: .values), telling: progress)
  }

  /// Rewrites what older versions of the current codec of a dictionary's keys have written.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnDictionary>(
    keys keyPath: KeyPath<Root, Elements>, progress: @escaping RecodeProgress = { _, _ in }
  ) async throws -> Int {
    try await run(Recoding(keyPath, part: .keys), telling: progress)
  }

  // MARK: -

  /// A function that is called with the number of rows rewritten and the number of rows to be
  /// rewritten.
  public typealias RecodeProgress = @Sendable (_ done: Int, _ total: Int) throws -> Void

  /// Runs a recoding. Checks whether it is needed before waiting for the writer, which may take
  /// long.
  private func run(
    _ recoding: Recoding, telling progress: @escaping RecodeProgress
  ) async throws -> Int {
    let name = "store.recode"
    guard try await lend(name, .snapshot, { try $0.needsRecoding(recoding) }) else { return 0 }
    return try await lend(name, .transaction) { session in
      try session.recode(recoding) { done, total in
        try Task.checkCancellation()
        try progress(done, total)
      }
    }
  }
}

extension BlockingStore {
  /// A function that is called with the number of rows rewritten and the number of rows to be
  /// rewritten.
  public typealias RecodeProgress = (_ done: Int, _ total: Int) throws -> Void

  /// Rewrites a property's column. See the same call of `Store`.
  @discardableResult
  public func recode<Root: PersistentObject, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Old.Value>, from old: Old, progress: RecodeProgress = { _, _ in }
  ) throws -> Int {
    try run(Recoding(keyPath, part: .values, from: old), telling: progress)
  }

  /// Rewrites the column of an optional property. See the same call of `Store`.
  @discardableResult
  public func recode<Root: PersistentObject, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Old.Value?>, from old: Old, progress: RecodeProgress = { _, _ in }
  ) throws -> Int {
    try run(Recoding(keyPath, part: .values, from: old), telling: progress)
  }

  /// Rewrites the elements of a collection. See the same call of `Store`.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnCollection, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Elements>, from old: Old, progress: RecodeProgress = { _, _ in }
  ) throws -> Int where Elements._Element == Old.Value {
    try run(Recoding(keyPath, part: .values, from: old), telling: progress)
  }

  /// Rewrites the keys of a dictionary. See the same call of `Store`.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnDictionary, Old: ColumnCodec>(
    keys keyPath: KeyPath<Root, Elements>, from old: Old, progress: RecodeProgress = { _, _ in }
  ) throws -> Int where Elements._Key == Old.Value {
    try run(Recoding(keyPath, part: .keys, from: old), telling: progress)
  }

  /// Rewrites the column of a property whose type has changed. See the same call of `Store`.
  @discardableResult
  public func recode<Root: PersistentObject, Value, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Value>, from old: Old, progress: RecodeProgress = { _, _ in },
    transform: @escaping @Sendable (Old.Value) throws -> Value
  ) throws -> Int {
    try run(Recoding(keyPath, part: .values, from: old, transform: transform), telling: progress)
  }

  /// Rewrites the elements of a collection whose type has changed. See the same call of `Store`.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnCollection, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Elements>, from old: Old, progress: RecodeProgress = { _, _ in },
    transform: @escaping @Sendable (Old.Value) throws -> Elements._Element
  ) throws -> Int {
    try run(Recoding(keyPath, part: .values, from: old, transform: transform), telling: progress)
  }

  /// Rewrites the keys of a dictionary whose type has changed. See the same call of `Store`.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnDictionary, Old: ColumnCodec>(
    keys keyPath: KeyPath<Root, Elements>, from old: Old, progress: RecodeProgress = { _, _ in },
    transform: @escaping @Sendable (Old.Value) throws -> Elements._Key
  ) throws -> Int {
    try run(Recoding(keyPath, part: .keys, from: old, transform: transform), telling: progress)
  }

  /// Rewrites what older versions of the property's codec have written. See the same call of
  /// `Store`.
  @discardableResult
  public func recode<Root: PersistentObject>(
    _ keyPath: PartialKeyPath<Root>, progress: RecodeProgress = { _, _ in }
  ) throws -> Int {
    try run(Recoding(keyPath, part: .values), telling: progress)
  }

  /// Rewrites what older versions of the codec of a dictionary's keys have written. See the same
  /// call of `Store`.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnDictionary>(
    keys keyPath: KeyPath<Root, Elements>, progress: RecodeProgress = { _, _ in }
  ) throws -> Int {
    try run(Recoding(keyPath, part: .keys), telling: progress)
  }

  private func run(_ recoding: Recoding, telling progress: RecodeProgress) throws -> Int {
    let name = "store.blocking.recode"
    let check = Lending(name, .snapshot, of: store)
    guard try check.runBlocking({ try $0.needsRecoding(recoding) }) else { return 0 }
    return try Lending(name, .transaction, of: store).runBlocking {
      try $0.recode(recoding, telling: progress)
    }
  }
}
