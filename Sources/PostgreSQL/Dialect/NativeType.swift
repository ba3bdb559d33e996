import PersistentObjectsDriver

/// A native type of PostgreSQL in which a column stores values of a meaning: exactly, and in the
/// order of their stored forms.
enum NativeType: Equatable {
  /// `boolean`, for the integers 0 and 1.
  case boolean
  /// `uuid`, for texts; a UUID that is stored as bytes is already as short.
  case uuid
  /// `numeric(20,0)`, which beyond 64 bits stands for a text of that many digits.
  case numeric(digits: Int)
  /// `timestamptz`, for integers of microseconds since 1970.
  case timestamp
  /// `jsonb`, for texts in the form that it writes.
  case jsonb

  /// Makes the native type of a column; nil if the column keeps the stored form.
  init?(_ type: ColumnType) {
    switch (type.storage, type.meaning) {
    case (.integer, .boolean): self = .boolean
    case (.text, .uuid): self = .uuid
    case (.any, .unsigned(let digits)): self = .numeric(digits: digits)
    case (.integer, .timestamp): self = .timestamp
    case (.text, .canonicalJSON): self = .jsonb
    default: return nil
    }
  }

  /// Makes the type with a name; nil if there is no such type for the storage class.
  init?(name: String, for storage: StorageClass) {
    let types: [StorageClass: [NativeType]] = [
      .integer: [.boolean, .timestamp], .text: [.uuid, .jsonb],
      .any: [.numeric(digits: 20), .numeric(digits: 39)],
    ]
    guard let type = types[storage, default: []].first(where: { $0.name == name }) else {
      return nil
    }
    self = type
  }

  /// The name of the type in SQL, as `format_type` writes it.
  var name: String {
    switch self {
    case .boolean: "boolean"
    case .uuid: "uuid"
    case .numeric(let digits): "numeric(\(digits),0)"
    case .timestamp: "timestamp with time zone"
    case .jsonb: "jsonb"
    }
  }

  /// Returns a stored form as a constant of the type; nil for a value that is not one of its stored
  /// forms.
  func literal(_ stored: StoredValue) -> String? {
    switch (self, stored) {
    case (.boolean, .integer(let value)): value == 0 ? "FALSE" : "TRUE"
    case (.numeric, .integer(let value)): "'\(value)'::\(name)"
    case (.timestamp, .integer(let value)): "'\(ServerTime.text(microseconds: value))'::\(name)"
    case (_, .text(let text)): "\(PostgresDialect.literal(text))::\(name)"
    default: nil
    }
  }

  /// Returns the stored form, for SQL to compute with. Numbers stay unchanged, since the server
  /// computes with them.
  func stored(_ native: SQLText) -> SQLText {
    switch self {
    case .boolean: "(\(native))::int::bigint"
    case .uuid: "upper((\(native))::text) COLLATE \"C\""
    case .numeric: native
    // The seconds are a `numeric` with all digits. Those of a `timestamptz` are called STABLE, with
    // which Citus refuses an UPDATE.
    case .timestamp: "(extract(epoch FROM \(native) AT TIME ZONE 'UTC') * 1000000)::bigint"
    case .jsonb: "(\(native))::text COLLATE \"C\""
    }
  }

  /// Returns the native value of a stored form.
  func native(_ stored: SQLText) -> SQLText {
    switch self {
    case .boolean: "(\(stored))::int::boolean"
    // Days and the rest are added separately: an interval of microseconds is computed as a double.
    case .timestamp:
      """
      ((timestamp 'epoch' + (\(stored)) / 86400000000 * interval '1 day' \
      + (\(stored)) % 86400000000 * interval '1 microsecond') AT TIME ZONE 'UTC')
      """
    case .uuid, .numeric, .jsonb: "(\(stored))::\(name)"
    }
  }
}
