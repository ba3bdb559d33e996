/// Reads a Debian package index (deb822, see deb-control(5)) stanza by stanza:
///
///     file         = { stanza blank-line { blank-line } } ;
///     stanza       = field { field | continuation } ;
///     field        = name ":" [ value ] newline ;
///     continuation = ( space | tab ) value newline ;
///     comment      = "#" anything newline ;              (anywhere, ignored)
///
/// Memory does not grow with the file. An error names the file and the line.
struct ControlFileReader: ~Copyable {
  private static let requiredFields = ["Package", "Version"]
  private var lines: LineReader

  /// Makes a reader and opens the file; the path `-` means the standard input.
  init(path: String) throws {
    lines = LineReader(try InputFile(path: path))
  }

  /// The name of the file in errors.
  var name: String { lines.file.name }
  /// The length of the file in bytes; nil for a pipe.
  var size: Int? { lines.file.size }
  /// The number of bytes read so far, for a progress bar.
  var bytesRead: Int { lines.bytesRead }

  /// Returns the next stanza, or nil at the end of the file.
  mutating func next() throws -> Stanza? {
    var builder = StanzaBuilder(file: name)
    var isLast = true
    while let goesOn = try lines.withNextLine({ try builder.add($0, number: $1) }) {
      if !goesOn {
        isLast = false
        break
      }
    }
    return try builder.finished(requiring: Self.requiredFields, isLast: isLast)
  }
}
