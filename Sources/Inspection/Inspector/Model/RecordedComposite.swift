package import PersistentObjects
package import PersistentObjectsCodec
import PersistentObjectsNames
import PersistentObjectsSchema

/// A value in several columns of a table, as the records of its columns describe it.
package struct RecordedComposite {
  /// The codec of the value: `embeddable(Address)`, or one of the program.
  package let codec: CodecIdentifier
  /// The column that is NULL if and only if the value is nil; nil if it cannot be.
  package let telling: String?
  /// The column that stores nothing but whether there is a value, or the name of an enum's case;
  /// nil if there is neither.
  package let own: Own?
  /// The fields, in the order of their columns. Those of an enum are the values of its cases.
  package let fields: [Field]

  /// A column of the value itself, rather than of a field.
  package enum Own {
    case presence(column: String)
    case name(column: String, cases: [String])
  }

  /// A field.
  package struct Field {
    package let name: String
    package let content: Content

    /// The names of all columns.
    package var columns: [String] {
      switch content {
      case .column(let column): [column]
      case .composite(let inner): inner.columns
      }
    }
  }

  package indirect enum Content {
    case column(String)
    case composite(RecordedComposite)
  }
}

extension RecordedComposite {
  /// The name of the codec of the columns that tell whether there is a value.
  package static let presence = CodecIdentifier.valuePresence.name

  /// Returns the cases of an enum, from the name of the codec of their column; nil for another
  /// codec.
  package static func cases(of codec: String) -> [String]? {
    let beginning = "cases("
    guard codec.hasPrefix(beginning), codec.hasSuffix(")") else { return nil }
    return codec.dropFirst(beginning.count).dropLast().split(separator: ",").map(String.init)
  }

  /// The names of the cases; nil for a struct.
  package var cases: [String]? {
    if case .name(_, let cases)? = own { cases } else { nil }
  }

  /// Returns the field with the values of a case; nil if it has none. A case may be stored under
  /// another name than that of the field, which is then that of the columns.
  package func field(ofCase name: String) -> Field? {
    if let field = fields.first(where: { $0.name == name }) { return field }
    guard let caseColumn else { return nil }
    let beginning = "\(caseColumn)_\(name)"
    return fields.first { field in
      cases?.contains(field.name) == false
        && field.columns.allSatisfy { $0 == beginning || $0.hasPrefix(beginning + "_") }
    }
  }

  /// The column with the name of the case; nil for a struct.
  package var caseColumn: String? {
    if case .name(let column, _)? = own { column } else { nil }
  }

  /// The column that only tells whether there is a value; nil if there is none.
  package var presenceColumn: String? {
    if case .presence(let column)? = own { column } else { nil }
  }

  /// The name in Swift of the type that `@Embeddable` has made storable; nil for a codec of the
  /// program.
  package var embeddableName: String? {
    let beginning = "embeddable("
    guard codec.name.hasPrefix(beginning), codec.name.hasSuffix(")") else { return nil }
    return String(codec.name.dropFirst(beginning.count).dropLast())
  }

  /// All columns with the paths of their fields: first that of the value itself, then those of the
  /// fields.
  package var leaves: [(path: [String], column: String)] {
    let first: [(path: [String], column: String)] =
      switch own {
      case .presence(let column)?, .name(let column, _)?: [([], column)]
      case nil: []
      }
    return first
      + fields.flatMap { field -> [(path: [String], column: String)] in
        switch field.content {
        case .column(let column): [([field.name], column)]
        case .composite(let inner):
          inner.leaves.map { (path: [field.name] + $0.path, column: $0.column) }
        }
      }
  }

  /// The names of all columns.
  package var columns: [String] { leaves.map(\.column) }

  /// Returns the part of the columns' names that stands for the value: `home` for a value with the
  /// columns `home_street` and `home_city`; empty for one with the columns `street` and `city`.
  ///
  /// - Parameter name: the property or field that has the value.
  package func prefix(of name: String) -> String {
    if let own = leaves.first, own.path.isEmpty { return own.column }
    for leaf in leaves {
      let end = leaf.path.map { "_" + StandardNaming.name(of: $0) }.joined()
      if leaf.column == end.dropFirst() { return "" }
      if leaf.column.hasSuffix(end), leaf.column.count > end.count {
        return String(leaf.column.dropLast(end.count))
      }
    }
    return StandardNaming.name(of: name)
  }
}

// MARK: Reading the records

extension SchemaCatalog {
  /// Returns the values in several columns of a table by the names of their properties, without the
  /// keys of dictionaries.
  package func composites(of table: String) -> [String: RecordedComposite] {
    let isChild = tables[table]?.columns.first == ColumnName.parent
    let parts = parts(of: table).filter { part in
      !isChild || !part.column.hasPrefix(ColumnName.key + "_")
    }
    return Dictionary(grouping: parts) { $0.path[0] }.mapValues { RecordedComposite($0, depth: 0) }
  }

  /// Returns the keys in several columns of a dictionary's child table; nil if there are none.
  func compositeKey(of table: String, depth: Int) -> RecordedComposite? {
    let beginning = ColumnName.numbered(ColumnName.key, depth: depth) + "_"
    let parts = parts(of: table).filter { $0.column.hasPrefix(beginning) }
    return parts.isEmpty ? nil : RecordedComposite(parts, depth: 0)
  }

  private func parts(of table: String) -> [CompositePart] {
    (tables[table]?.columns ?? []).compactMap { column in
      columns[.init(table: table, column: column)].flatMap { CompositePart(column, $0) }
    }
  }
}

extension SchemaCatalog.RecordedColumn {
  /// The property of the class, without the fields of its value.
  package var ownProperty: String {
    guard let values, !values.isEmpty else { return property }
    return property.split(separator: ".").first.map(String.init) ?? property
  }
}

/// A column of a value that has several.
private struct CompositePart {
  let column: String
  let codec: String
  /// The names of the property and of the fields.
  let path: [String]
  /// The values that have the column, the outermost first.
  let values: [RecordedValue]

  /// Creates the part for a record; nil if that is of no such column, or is damaged.
  init?(_ column: String, _ record: SchemaCatalog.RecordedColumn) {
    guard let text = record.values, !text.isEmpty, let values = RecordedValue.values(text) else {
      return nil
    }
    (self.column, self.values, codec) = (column, values, record.codec)
    path = record.property.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard path.count == values.count + 1 || path.count == values.count && ofValue else {
      return nil
    }
  }

  /// Whether the column is one of the value itself.
  private var ofValue: Bool {
    codec == RecordedComposite.presence || RecordedComposite.cases(of: codec) != nil
  }

  func isOwn(atDepth depth: Int) -> Bool { path.count == depth + 1 && values.count == depth + 1 }
}

extension RecordedComposite {
  fileprivate init(_ parts: [CompositePart], depth: Int) {
    codec = Self.mostFrequent(parts.map { $0.values[depth].codec })
    telling = parts.first { $0.values[depth].mark == .telling }?.column
    own = parts.first { $0.isOwn(atDepth: depth) }.map { part in
      Self.cases(of: part.codec).map { .name(column: part.column, cases: $0) }
        ?? .presence(column: part.column)
    }
    fields = Self.fields(parts.filter { !$0.isOwn(atDepth: depth) }, depth: depth)
  }

  /// Returns the fields. Of several columns of one name, some have been left behind, and are named
  /// after the column.
  private static func fields(_ parts: [CompositePart], depth: Int) -> [Field] {
    var fields: [Field] = []
    var (taken, composites): (Set<String>, Set<String>) = ([], [])
    for part in parts {
      let name = part.path[depth + 1]
      let isColumn = part.values.count == depth + 1
      guard isColumn || composites.insert(name).inserted else { continue }
      let own = taken.insert(name).inserted ? name : part.column
      let inner = parts.filter { $0.path[depth + 1] == name && $0.values.count > depth + 1 }
      fields.append(
        Field(
          name: own,
          content: isColumn
            ? .column(part.column) : .composite(RecordedComposite(inner, depth: depth + 1))))
    }
    return fields
  }

  /// Columns that were left behind may still name a former type.
  private static func mostFrequent(_ codecs: [CodecIdentifier]) -> CodecIdentifier {
    codecs.enumerated().max { first, second in
      let counts = [first, second].map { each in codecs.count { $0 == each.element } }
      return counts[0] != counts[1] ? counts[0] < counts[1] : first.offset > second.offset
    }?.element ?? codecs[0]
  }
}
