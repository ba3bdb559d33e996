import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsNames
import PersistentObjectsSchema

/// The names of the columns of a value that has several: those of a property, which begin with the
/// property's column, or those of an element, which are the names of fields.
struct CompositeNames {
  /// The property.
  let property: String
  /// The first part of each name, which may be an empty text, then those that it had before; no
  /// part for an element.
  let prefixes: [String]
  let naming: any NamingStrategy

  /// Returns the name of a column, then those that it may have in older files.
  func columns(_ path: [FieldColumn.Name]) -> [String] {
    let fields = path.map { [own($0)] + $0.declaration.renamedFrom }
    let parts = prefixes.isEmpty ? fields : [prefixes] + fields
    if parts.isEmpty { return [ColumnName.value] }
    return parts.dropFirst().reduce(parts[0]) { names, next in
      names.flatMap { name in
        next.map { [name, $0].filter { !$0.isEmpty }.joined(separator: "_") }
      }
    }
  }

  private func own(_ field: FieldColumn.Name) -> String {
    field.declaration.column
      ?? naming.column(
        forProperty: field.name, proposed: StandardNaming.snakeCase(field.name))
  }

  /// Returns the path from the object to a field: `home.city`.
  func path(_ path: [FieldColumn.Name]) -> String {
    ([property] + path.map(\.name)).joined(separator: ".")
  }
}

extension CompositeLayout {
  /// Returns the columns of a value.
  ///
  /// - Parameter default: the default of the column at a position.
  func requiredColumns(
    _ names: CompositeNames, default defaultOf: (Int) throws -> ColumnDefault = { _ in .none }
  ) throws -> [RequiredColumn] {
    try codec.identifier.requireVersion(property: names.property)
    return try columns.enumerated().map { position, column in
      let all = names.columns(column.path)
      let identifier = column.codec?.identifier ?? .valuePresence
      try identifier.requireVersion(property: names.path(column.path))
      let value = try defaultOf(position)
      var required = RequiredColumn(
        definition: ColumnDefinition(
          name: all[0], storage: column.codec?.storage ?? .integer, meaning: column.codec?.meaning,
          defaultValue: value.constant),
        property: names.path(column.path), formerNames: Array(all.dropFirst()), codec: identifier,
        values: values(of: column, names),
        canRead: { column.codec?.canRead(version: $0) ?? ($0 == identifier.version) },
        admitsNull: column.admitsNull())
      required.evaluatedDefault = value.evaluated
      required.partOf = column.values
      required.renamedCases = column.renamedCases
      required.neededWith = column.presence.map { path in
        (names.columns(path), { !column.admitsNullInValue() })
      }
      required.tellsOf = told(by: position).map { names.columns(columns[$0].path)[0] }
      return required
    }
  }
}

extension CompositeLayout {
  /// Returns the type that `store.recode` rewrites if a column has another codec; nil if no key
  /// path names the field.
  private func values(of column: FieldColumn, _ names: CompositeNames) -> Any.Type? {
    func type<Codec: CompositeCodec>(of codec: Codec) -> Any.Type { Codec.Value.self }
    func type<Codec: ColumnCodec>(of codec: Codec) -> Any.Type { Codec.Value.self }
    if column.path.isEmpty { return type(of: codec) }
    let isNamed = column.presence == nil && !names.prefixes.isEmpty
    return isNamed ? column.codec.map { type(of: $0) } : nil
  }

  /// Returns the positions of the other columns of the value about which a column tells whether it
  /// is there.
  private func told(by position: Int) -> [Int] {
    let column = columns[position]
    guard let depth = column.values.firstIndex(where: { $0.mark == .telling }) else { return [] }
    let value = column.path.prefix(depth).map(\.name)
    return columns.indices.filter { other in
      other != position && columns[other].path.prefix(depth).map(\.name) == value
    }
  }
}

extension CompositeCoding {
  /// Returns the columns of a property. The default of the property is that of its columns;
  /// otherwise each field has its own.
  func requiredColumns(
    of property: TypedProperty<Value>, _ context: BindingContext
  ) throws -> [RequiredColumn] {
    let names = CompositeNames(
      property: property.name, prefixes: [property.column] + property.renamedFrom,
      naming: context.entity.type.naming)
    return try requiredColumns(names) { position in
      guard let write = defaultValue(of: property, at: position) else { return .none }
      return try columnDefault(at: position, names, write)
    }
  }

  /// Returns the columns of an element. Each field has its own default.
  func requiredColumns(ofElements names: CompositeNames) throws -> [RequiredColumn] {
    try requiredColumns(names) { position in
      guard position != presence, let write = columns[position].defaultValue else { return .none }
      return try columnDefault(at: position, names, write)
    }
  }

  /// Returns what writes the default of a column: that of the property, or that of the field. Rows
  /// without the property have nil, if it can be nil.
  private func defaultValue(
    of property: TypedProperty<Value>, at position: Int
  ) -> (@Sendable (RowBatch, Int) throws -> Void)? {
    guard let makeValue = property.defaultValue else {
      return position == presence ? nil : columns[position].defaultValue
    }
    return { cells, index in
      let whole = RowBatch(width: self.width)
      try self.encodeArgument(makeValue(), into: whole, at: 0)
      cells.copy(whole.row[position], to: index)
    }
  }

  /// Returns a default. A field of a value that may be nil has it only in rows with a value.
  private func columnDefault(
    at position: Int, _ names: CompositeNames,
    _ write: @escaping @Sendable (RowBatch, Int) throws -> Void
  ) throws -> ColumnDefault {
    let column = columns[position]
    let value = EvaluatedDefault(
      having: position == presence ? nil : column.presence.map { names.columns($0)[0] },
      write: write)
    if try value.stored(property: names.path(column.path)) == .null { return .none }
    return value.having == nil
      ? try value.columnDefault(names.path(column.path)) : .evaluated(value)
  }
}
