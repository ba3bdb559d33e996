import PersistentObjectsDriver

extension SQLiteConnection: Measuring {
  /// Measures the database. Reads each page once, to tell tables apart.
  func measure() throws -> DatabaseFigures {
    let names = [
      "journal_mode", "encoding", "auto_vacuum", "user_version", "application_id", "schema_version",
    ]
    let settings = try names.map { ($0, try text($0)) }
    let pageSize = try number("page_size")
    return DatabaseFigures(
      bytes: try pageSize * number("page_count"), pageSize: pageSize,
      freePageCount: try number("freelist_count"),
      settings: Dictionary(uniqueKeysWithValues: settings), bytesByName: try bytesByName())
  }

  private func number(_ pragma: String) throws -> Int { Int(try text(pragma)) ?? 0 }

  private func text(_ pragma: String) throws -> String {
    let values = try database.rows(of: "PRAGMA \(pragma)") { $0.value(at: 0) }
    return switch values.first {
    case .integer(let number): "\(number)"
    case .text(let text): text
    default: ""
    }
  }

  /// Returns the bytes by name; nil if SQLite was built without `dbstat`.
  private func bytesByName() throws -> [String: Int]? {
    do {
      let rows = try database.rows(of: "SELECT name, sum(pgsize) FROM dbstat GROUP BY name") {
        ($0.text(at: 0), Int(clamping: $0.integer(at: 1)))
      }
      return Dictionary(rows, uniquingKeysWith: +)
    } catch let error as PersistenceError where error.code == .invalidQuery {
      return nil
    }
  }
}
