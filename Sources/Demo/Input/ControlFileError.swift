/// An error in an index file, with its place.
struct ControlFileError: Error, Equatable, CustomStringConvertible {
  /// The path of the file, or `standard input`.
  let file: String
  /// The line of the error, counted from 1; nil if it concerns the whole file.
  var line: Int?
  let message: String

  /// The error as `FILE:LINE: MESSAGE`, as compilers write it, so that editors can jump to the
  /// place.
  var description: String {
    line.map { "\(file):\($0): \(message)" } ?? "\(file): \(message)"
  }
}
