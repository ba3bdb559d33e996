import CPostgreSQL

/// The types of the server whose values are exchanged in binary form, by their numbers in
/// `pg_type`, which are the same on all servers.
enum ServerType: Oid {
  case boolean = 16
  case bytes = 17
  case name = 19
  case int8 = 20
  case int2 = 21
  case int4 = 23
  case text = 25
  case oid = 26
  case float4 = 700
  case float8 = 701
  case unknown = 705
  case blankPadded = 1042
  case varchar = 1043
  case timestamp = 1184
  case numeric = 1700
  case uuid = 2950
  case jsonb = 3802
  case booleanArray = 1000
  /// The type of columns that hold values of any kind: an array of one element, see
  /// ``SortableCell``.
  case bytesArray = 1001
  case textArray = 1009
  case int8Array = 1016
  case float8Array = 1022
  case timestampArray = 1185
  case numericArray = 1231
  case uuidArray = 2951
  case jsonbArray = 3807

  /// The type of the elements of an array.
  var element: ServerType? {
    switch self {
    case .bytesArray: .bytes
    case .booleanArray: .boolean
    case .textArray: .text
    case .int8Array: .int8
    case .float8Array: .float8
    case .timestampArray: .timestamp
    case .numericArray: .numeric
    case .uuidArray: .uuid
    case .jsonbArray: .jsonb
    default: nil
    }
  }
}
