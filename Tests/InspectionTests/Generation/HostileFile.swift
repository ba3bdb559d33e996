import PersistentObjects
import TestSupport

/// Files with names that would become code if they were accepted.
enum HostileFile {
  static let names = [
    "Foo { } import Evil", "\"; DROP", "a\nimport Evil", "`quoted`", "\\(evil())",
    "x*/ import Evil /*",
    "// x", "\u{202E}live", "Person", "Person", "Date", "Snapshot", "self", "", " ", "class",
    String(repeating: "long", count: 5000), "🐶", "1st", "A.B", "../../etc", "Int = 1; import Evil",
  ]

  /// Makes a class for each name, with properties, columns, an index and codecs of each name.
  static func write(to session: Session) throws {
    try session.makeTables(for: Address.self)
    try session.transaction {
      for position in names.indices { try addClass(position, session) }
    }
  }

  private static func addClass(_ position: Int, _ session: Session) throws {
    let table = "hostile \(position)\"\n; -- "
    let names = (0..<4).map { Self.names[(position + 5 * $0) % Self.names.count] }
    let columns = names.indices.map { "c\($0)\"\n; DROP" }
    let list = columns.map { ", \(quoted($0)) TEXT DEFAULT 'x'' \\(evil()) \"\" \n'" }.joined()
    try session.execute(
      Criteria(
        stringLiteral: "CREATE TABLE \(quoted(table)) (pk INTEGER PRIMARY KEY\(list)) STRICT"))
    try session.execute(
      "INSERT INTO _persistent_table VALUES (\(table), \(Self.names[position]), NULL, NULL)")
    for (column, name) in zip(columns, names) {
      try session.execute(
        """
        INSERT INTO _persistent_column VALUES \
        (\(table), \(column), \(name), 'text', \(name + "\") import Evil //"), 1, 1, NULL, NULL)
        """)
    }
    let condition = "1); import Evil \"\n\\(evil())"
    try session.execute(
      """
      INSERT INTO _persistent_index VALUES \
      (\("i\(position)"), \(table), \("(\(columns[0])) WHERE \(condition)"))
      """)
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }
}
