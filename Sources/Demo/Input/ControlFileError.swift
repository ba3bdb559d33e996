/// What is wrong with an index file, and where.
struct ControlFileError: Error, Equatable, CustomStringConvertible {
  /// The path of the file, or `standard input`.
  let file: String
  /// The line that is wrong, counted from 1; nil if the file as a whole is.
  var line: Int?
  let message: String

  /// `FILE:LINE: MESSAGE`, as compilers write it, so that editors can jump to the place.
  var description: String {
    line.map { "\(file):\($0): \(message)" } ?? "\(file): \(message)"
  }
}
