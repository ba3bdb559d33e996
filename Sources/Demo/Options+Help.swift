import Foundation

extension Options {
  static let help = """
    Usage: demo [OPTION]... [FILE | -]

    Imports a Debian package index into a database, and shows on the way
    what PersistentObjects does: the Swift call, the SQL it ran, and the rows.

    FILE is an index as in /var/lib/apt/lists, unpacked; '-' is the standard input.
    Without FILE, the 539 packages of Fixtures/Data are imported.
    To import all of a release:

        apt-cache dumpavail | demo -

    Options:
      --database PATH  make the database at PATH, which must not exist, and keep it
      --store URI      make it on a PostgreSQL server, in a schema of its own:
                       postgresql://localhost/people, or postgresql:// for the
                       server that libpq's environment names
      --keep           keep the temporary database, and say where it is
      -h, --help       show this help
      --version        show the version

    Colors and the progress bar are for terminals only; NO_COLOR turns colors off.

    Exit status: 0 if all went well and every check held, 1 if not,
    2 for a wrong command line.
    """

  /// Returns the index to import, which is looked for in the working directory and beside the
  /// demo's sources.
  func inputPath(sourceFile: String = #filePath) throws -> String {
    if let input { return input }
    let fixture = "Fixtures/Data/debian-packages.control"
    let package = URL(fileURLWithPath: sourceFile).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let candidates = [fixture, package.appendingPathComponent(fixture).path]
    guard let found = candidates.first(where: FileManager.default.fileExists) else {
      throw UsageError("no FILE is given, and \(fixture) does not exist")
    }
    return found
  }
}
