import PersistentObjectsCodec
public import PersistentObjectsDriver

/// A row returned by the program's own SQL, with its columns by name.
///
/// ```swift
/// for row in try session.namedRows("SELECT last_name, age * 2 AS twice FROM person") {
///   print(try row.value("last_name", as: String.self), row["twice"] ?? .null)
/// }
/// ```
public struct NamedRow: Sendable {
  private let columns: Columns
  /// The values, in the order of the columns.
  public let values: [StoredValue]

  /// The columns of all rows of a statement.
  final class Columns: Sendable {
    let names: [String]
    let registry: CodecRegistry
    private let positions: [String: Int]

    init(_ names: [String], _ registry: CodecRegistry) {
      (self.names, self.registry) = (names, registry)
      positions = Dictionary(names.indices.map { (names[$0], $0) }) { first, _ in first }
    }

    func position(of name: String) -> Int? { positions[name] }
  }

  init(_ columns: Columns, _ values: [StoredValue]) {
    (self.columns, self.values) = (columns, values)
  }

  /// The names of the columns, as the database returns them.
  public var names: [String] { columns.names }

  /// The stored value of a column; nil if no column has that name. If several have it, this is the
  /// value of the first.
  public subscript(name: String) -> StoredValue? {
    columns.position(of: name).map { values[$0] }
  }

  /// Returns the value of a column, decoded by the registry's codec for the type. NULL is decoded
  /// as nil if the type is optional.
  ///
  /// Throws `invalidQuery` if there is no such column, `noCodec` for a type without a codec, and
  /// `decodingFailed` for a value of another kind, and for NULL if the type is not optional.
  public func value<Value>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
    guard let index = columns.position(of: name) else {
      let others = names.joined(separator: ", ")
      throw PersistenceError(
        .invalidQuery, "the rows have no column '\(name)', only these: \(others)",
        context: .init(column: name))
    }
    guard let codec = columns.registry.codec(for: type).map({ ValueCodec.of($0) }) else {
      throw PersistenceError(.noCodec, "no codec stores values of type \(type)")
    }
    let cells = RowBatch(width: 1)
    cells.set(values[index], at: 0)
    do {
      return try codec.decodeResult(from: cells.row, at: 0)
    } catch {
      throw PersistenceError(
        .decodingFailed,
        "the column cannot be read as \(type): \(PersistenceError.clause(of: error))",
        context: .init(column: name), cause: error)
    }
  }
}

extension NamedRow: CustomStringConvertible {
  /// Each column with its value, such as `(title: "Emma", size: 4)`.
  public var description: String {
    "(\(zip(names, values).map { "\($0): \($1)" }.joined(separator: ", ")))"
  }
}
