import PersistentObjects

extension InspectedFile {
  /// Calls `body` with the objects of a class, in the order of their keys, until it returns false.
  /// Runs one statement, and one for each collection of each object, in constant memory.
  ///
  /// Throws `unknownClass` if the file records no class or table of that name, or several classes,
  /// which only their tables tell apart; and `decodingFailed`, with table, column and key, for the
  /// first value that its codec cannot read.
  public func forEachObject(
    of className: String, _ body: (InspectedObject) throws -> Bool
  ) throws {
    try reader(of: className).forEachObject("ORDER BY pk", body)
  }

  /// Returns the object with a key; nil if there is none.
  ///
  /// Throws `unknownClass` if no class has the table, and `decodingFailed` like
  /// ``forEachObject(of:_:)``.
  public func object(_ key: ObjectKey) throws -> InspectedObject? {
    try reader(ofTable: key.table).object(pk: key.pk)
  }

  /// Calls `body` with the stored forms of the objects in a class's table, in the order of their
  /// keys.
  package func forEachStoredObject(
    in table: String,
    _ body: (_ pk: Int64, _ properties: [(name: String, form: InspectedValue)]) throws -> Void
  ) throws {
    let reader = ClassReader(table, catalog, connection) { try $0.form(in: $1) }
    try reader.forEach("ORDER BY pk") { pk, values in
      try body(pk, reader.names.map { (name: $0, form: values[$0] ?? .null) })
      return true
    }
  }

  /// Returns the reader of a class, given by the name of the class or of its table.
  func reader(of name: String) throws -> ClassReader {
    try reader(ofTable: classModel(named: name).table)
  }

  /// Returns the reader of the class with a table. Making one takes all records of the file, so it
  /// is kept.
  ///
  /// Throws `unknownClass` if there is none.
  func reader(ofTable table: String) throws -> ClassReader {
    if let known = readers[table] { return known }
    guard model.classes.contains(where: { $0.table == table }) else { throw unknownClass(table) }
    let reader = ClassReader(table, catalog, connection)
    readers[table] = reader
    return reader
  }

  /// Returns the class with a name, or with a table of that name.
  ///
  /// Throws `unknownClass` if there is none, and if several classes have the name.
  package func classModel(named name: String) throws -> ClassModel {
    let tables = model.classes.filter { $0.name == name }.map(\.table)
    guard tables.count < 2 else {
      throw PersistenceError(
        .unknownClass,
        """
        \(path) records several classes called \(name); name the table instead: \
        \(tables.joined(separator: ", "))
        """)
    }
    if let found = model.classModel(named: name) { return found }
    throw unknownClass(name)
  }

  private func unknownClass(_ name: String) -> PersistenceError {
    // A class without a name, or with that of another, is known by its table.
    let names = model.classes.map { $0.name.isEmpty ? $0.table : classNames.name(of: $0.table) }
    let known = names.joined(separator: ", ")
    return PersistenceError(
      .unknownClass, "\(path) records no class or table \(name); it has \(known)")
  }
}
