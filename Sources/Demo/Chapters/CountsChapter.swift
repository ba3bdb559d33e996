import PersistentObjects
import PersistentObjectsCommandLine

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
    // A command that is cut short would be of no use.
    table.cellWidth = .max
    table.tableWidth = .max
    for row in rows(counts) { table.append(row) }
    try tour.write(table)
    try tour.check("that is what was read from the index", counts == tour.index)
  }

  /// Returns the rows of the table: the name of a count, the count, and the command that counts the
  /// same.
  func rows(_ counts: IndexCounts) -> [[String]] {
    [
      ["packages", counts.packages.grouped, "grep -c '^Package:' \(input)"],
      [
        "dependencies", counts.dependencies.grouped,
        """
        awk '/^#/ {next} /^[^ \\t]/ {d = /^Depends:/; n += d} d {n += gsub(/,/, "")} \
        END {print n + 0}' \(input)
        """,
      ],
      [
        "tags", counts.tags.grouped,
        """
        awk '/^#/ {next} !NF {n++} /^[^ \\t]/ {t = sub(/^Tag:/, "")} \
        t {gsub(/,/, " "); for (i = 1; i <= NF; i++) print n, $i}' \(input) | sort -u | wc -l
        """,
      ],
    ]
  }

  /// The redirection, with the path in quotes.
  private var input: String {
    "<'" + file.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }
}
