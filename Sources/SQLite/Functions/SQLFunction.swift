import CSQLite
import PersistentObjectsDriver

/// An SQL function that the program computes. Tables, indices and views cannot use it, since other
/// programs have no such function.
final class SQLFunction: Sendable {
  let name: String
  let argumentCount: Int
  /// The closure that computes the result; an error that it throws becomes an error of the
  /// statement.
  let body: @Sendable (SQLArguments) throws -> StoredValue

  init(
    _ name: String, _ argumentCount: Int,
    _ body: @escaping @Sendable (SQLArguments) throws -> StoredValue
  ) {
    self.name = name
    self.argumentCount = argumentCount
    self.body = body
  }

  /// Makes a function whose result is NULL if an argument is.
  static func strict(
    _ name: String, _ argumentCount: Int,
    _ body: @escaping @Sendable (SQLArguments) throws -> StoredValue
  ) -> SQLFunction {
    SQLFunction(name, argumentCount) { try $0.hasNull ? .null : body($0) }
  }
}

/// The arguments of a function, which SQLite keeps until the function returns.
struct SQLArguments {
  let count: Int
  private let values: UnsafeMutablePointer<OpaquePointer?>?

  init(_ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    (self.count, self.values) = (Int(count), values)
  }

  var hasNull: Bool { (0..<count).contains { kind(at: $0) == SQLITE_NULL } }

  func kind(at index: Int) -> Int32 { sqlite3_value_type(values?[index]) }
  func integer(at index: Int) -> Int64 { sqlite3_value_int64(values?[index]) }
  func real(at index: Int) -> Double { sqlite3_value_double(values?[index]) }

  func text(at index: Int) -> String {
    guard let bytes = sqlite3_value_text(values?[index]) else { return "" }
    let count = Int(sqlite3_value_bytes(values?[index]))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  private func bytes(at index: Int) -> [UInt8] {
    let start = sqlite3_value_blob(values?[index])
    return Array(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(values?[index]))))
  }

  subscript(index: Int) -> StoredValue {
    switch kind(at: index) {
    case SQLITE_INTEGER: .integer(integer(at: index))
    case SQLITE_FLOAT: .real(real(at: index))
    case SQLITE_TEXT: .text(text(at: index))
    case SQLITE_BLOB: .bytes(bytes(at: index))
    default: .null
    }
  }
}

extension DatabaseHandle {
  /// Registers a function. The connection retains it.
  func add(_ function: SQLFunction) throws {
    try check(
      sqlite3_create_function_v2(
        pointer, function.name, Int32(function.argumentCount),
        SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
        Unmanaged.passRetained(function).toOpaque(),
        { context, count, values in
          guard let function = sqlite3_user_data(context) else { return }
          Unmanaged<SQLFunction>.fromOpaque(function).takeUnretainedValue()
            .call(SQLArguments(count, values), in: context)
        }, nil, nil, { $0.map { Unmanaged<SQLFunction>.fromOpaque($0).release() } }))
  }
}

extension SQLiteConnection: FunctionCalling {
  func add(_ function: ProgramFunction) throws {
    try database.add(
      SQLFunction(function.name, function.argumentCount) { arguments in
        try function.body((0..<arguments.count).map { arguments[$0] })
      })
  }
}

extension SQLFunction {
  fileprivate func call(_ arguments: SQLArguments, in context: OpaquePointer?) {
    do {
      set(try body(arguments), in: context)
    } catch {
      sqlite3_result_error(context, "\(error)", -1)
    }
  }
}

/// Sets the result of a function.
func set(_ result: StoredValue, in context: OpaquePointer?) {
  switch result {
  case .null: sqlite3_result_null(context)
  case .integer(let value): sqlite3_result_int64(context, value)
  case .real(let value): sqlite3_result_double(context, value)
  case .text(var text):
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        po_sqlite3_result_text(context, $0.baseAddress, UInt64($0.count))
      }
    }
  case .bytes(let bytes):
    bytes.withUnsafeBytes { po_sqlite3_result_blob(context, $0.baseAddress, UInt64($0.count)) }
  }
}
