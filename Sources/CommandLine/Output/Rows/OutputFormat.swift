/// The format of rows.
package enum OutputFormat: FlagChoice {
  /// Aligned for people on a terminal; in a pipe, one row per line with tabs between the cells.
  case table
  /// An array of objects.
  case json
  /// One object per line.
  case ndjson
  /// Comma-separated values, as in RFC 4180.
  case csv

  package var flag: Flag? {
    switch self {
    case .table: nil
    case .json: Flag("--json", help: "Prints a JSON array of objects.")
    case .ndjson: Flag("--ndjson", help: "Prints one JSON object a line.")
    case .csv: Flag("--csv", help: "Prints comma-separated values (RFC 4180).")
    }
  }
}
