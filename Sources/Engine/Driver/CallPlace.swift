/// A line of source code, for messages.
struct CallPlace: Sendable, CustomStringConvertible {
  let fileID: StaticString
  let line: UInt

  /// The file and the line, such as `Shop/Orders.swift:41`.
  var description: String { "\(fileID):\(line)" }
}
