// Rewriting a column that was written by another codec, or by an older version of the same one.
//
// The overloads tell where the values are: in a column, as nil or as they are, or in a collection's
// child table. The blocking forms follow those for tasks.

extension Store {
  /// Rewrites a property's column from an old codec's form into that of its present codec, chosen
  /// as ever by `@Column(codec:)` or the registry. Call it before the class is used; where there is
  /// nothing to rewrite it only reads the schema, so a program can call it at each start.
  ///
  /// ```swift
  /// try await store.recode(\Person.favourite, from: HexColor()) { done, total in print(done, total) }
  /// // UPDATE person SET favourite = ?1 WHERE pk = ?2
  /// ```
  ///
  /// All is one transaction, or a savepoint of the one that the task has open: it holds the one
  /// writer of the database, others read what was there before. The rows are read one by one in the
  /// order of the key, with one UPDATE for each; NULL stays NULL. If the stored type changes, a new
  /// column takes the old one's place. Indices on it are made again.
  ///
  /// A class has a table of its own: what a subclass inherits is rewritten with the subclass's key
  /// path, `\Employee.name`. Objects in hand are up to date when they are found again. Columns and
  /// tables that are missing or renamed wait until the class is used.
  ///
  /// No other program may have the file open that still uses the old codec.
  ///
  /// - Parameters:
  ///   - progress: called after each 1000 rows, and at the end, with the number of rows that are
  ///     rewritten and of those to be rewritten. What it throws undoes all and is thrown on.
  /// - Returns: the number of cells that were rewritten; 0 if the column has its present form, or
  ///   if there is no such table or column yet.
  /// - Throws: `codecMismatch` if another codec than `old` wrote the column, or a version that it
  ///   cannot read; `decodingFailed` or `encodingFailed`, with the primary key, for a cell that
  ///   cannot be rewritten; `constraintViolated` if values become equal that must differ;
  ///   `invalidQuery` for a property that no codec stores. Then nothing was changed.
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
  /// Two elements of a set that get one stored form are `constraintViolated`.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnCollection, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Elements>, from old: Old,
    progress: @escaping RecodeProgress = { _, _ in }
  ) async throws -> Int where Elements._Element == Old.Value {
    try await run(Recoding(keyPath, part: .values, from: old), telling: progress)
  }

  /// Rewrites the keys of a dictionary in its child table. Two keys of a dictionary that get one
  /// stored form are `constraintViolated`.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnDictionary, Old: ColumnCodec>(
    keys keyPath: KeyPath<Root, Elements>, from old: Old,
    progress: @escaping RecodeProgress = { _, _ in }
  ) async throws -> Int where Elements._Key == Old.Value {
    try await run(Recoding(keyPath, part: .keys, from: old), telling: progress)
  }

  // MARK: Another type

  /// Rewrites the column of a property that has changed its type: `transform` makes the new value of
  /// the old one. What it throws is the cause of an `encodingFailed`. It is not asked about nil.
  ///
  /// ```swift
  /// try await store.recode(\Person.age, from: StringCodec()) { Int($0) ?? 0 }
  /// ```
  ///
  /// The two codecs must differ in name or version: by that the file tells what has been rewritten.
  @discardableResult
  public func recode<Root: PersistentObject, Value, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Value>, from old: Old,
    progress: @escaping RecodeProgress = { _, _ in },
    transform: @escaping @Sendable (Old.Value) throws -> Value
  ) async throws -> Int {
    try await run(
      Recoding(keyPath, part: .values, from: old, transform: transform), telling: progress)
  }

  /// Rewrites the elements of a collection, or the values of a dictionary, that have changed their
  /// type.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnCollection, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Elements>, from old: Old,
    progress: @escaping RecodeProgress = { _, _ in },
    transform: @escaping @Sendable (Old.Value) throws -> Elements._Element
  ) async throws -> Int {
    try await run(
      Recoding(keyPath, part: .values, from: old, transform: transform), telling: progress)
  }

  /// Rewrites the keys of a dictionary that have changed their type.
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

  /// Rewrites what older versions of the property's present codec have written. Without it rows are
  /// rewritten as they are saved, and the codec has to read old versions as long as the file lives;
  /// afterwards `oldest_version` is its present version.
  @discardableResult
  public func recode<Root: PersistentObject>(
    _ keyPath: PartialKeyPath<Root>, progress: @escaping RecodeProgress = { _, _ in }
  ) async throws -> Int {
    try await run(Recoding(keyPath, part: .values), telling: progress)
  }

  /// Rewrites what older versions of the present codec of a dictionary's keys have written.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnDictionary>(
    keys keyPath: KeyPath<Root, Elements>, progress: @escaping RecodeProgress = { _, _ in }
  ) async throws -> Int {
    try await run(Recoding(keyPath, part: .keys), telling: progress)
  }

  // MARK: -

  /// The function that is told how many rows are rewritten, and how many are to be.
  public typealias RecodeProgress = @Sendable (_ done: Int, _ total: Int) throws -> Void

  /// Asks before it waits for the writer, which may take long.
  private func run(
    _ recoding: Recoding, telling progress: @escaping RecodeProgress
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

extension BlockingStore {
  /// The function that is told how many rows are rewritten, and how many are to be.
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

  /// Rewrites the column of a property that has changed its type. See the same call of `Store`.
  @discardableResult
  public func recode<Root: PersistentObject, Value, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Value>, from old: Old, progress: RecodeProgress = { _, _ in },
    transform: @escaping @Sendable (Old.Value) throws -> Value
  ) throws -> Int {
    try run(Recoding(keyPath, part: .values, from: old, transform: transform), telling: progress)
  }

  /// Rewrites the elements of a collection that have changed their type. See the same call of `Store`.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnCollection, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Elements>, from old: Old, progress: RecodeProgress = { _, _ in },
    transform: @escaping @Sendable (Old.Value) throws -> Elements._Element
  ) throws -> Int {
    try run(Recoding(keyPath, part: .values, from: old, transform: transform), telling: progress)
  }

  /// Rewrites the keys of a dictionary that have changed their type. See the same call of `Store`.
  @discardableResult
  public func recode<Root: PersistentObject, Elements: _ColumnDictionary, Old: ColumnCodec>(
    keys keyPath: KeyPath<Root, Elements>, from old: Old, progress: RecodeProgress = { _, _ in },
    transform: @escaping @Sendable (Old.Value) throws -> Elements._Key
  ) throws -> Int {
    try run(Recoding(keyPath, part: .keys, from: old, transform: transform), telling: progress)
  }

  /// Rewrites what older versions of the property's codec have written. See the same call of `Store`.
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
    let lending = Lending(name: name, mode: .snapshot, store: store)
    guard try lending.run({ try $0.needsRecoding(recoding) }) else { return 0 }
    return try Lending(name: name, mode: .transaction, store: store).run {
      try $0.recode(recoding, telling: progress)
    }
  }
}
