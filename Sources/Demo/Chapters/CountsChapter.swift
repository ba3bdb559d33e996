import PersistentObjects

/// The contents of the database, for comparison with text tools.
struct CountsChapter: Chapter {
  /// The file for the commands.
  let file: String

  let title = "Counts, to compare with grep"
  let explanation = """
    What the database holds, and the commands that count the same in the index. The demo has \
    compared them with what it read.
    """

  func run(_ tour: Tour) throws {
    let counts = try IndexCounts(in: .main)
    var table = TextTable(["what", "count", "the same, counted by the shell"])
    table.cellWidth = 120
    table.tableWidth = 160
    for row in counts.rows(of: file) { table.append(row) }
    try tour.write(table)
    try tour.check("that is what was read from the index", counts == tour.index)
  }
}
