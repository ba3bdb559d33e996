/// A line of source code, for messages.
package struct CallPlace: Sendable, CustomStringConvertible {
  let fileID: StaticString
  let line: UInt

  package init(fileID: StaticString, line: UInt) {
    self.fileID = fileID
    self.line = line
  }

  /// The file and the line, such as `Shop/Orders.swift:41`.
  package var description: String { "\(fileID):\(line)" }

  /// A number that is the same for all calls from one line, and usually different for other lines.
  var number: UInt64 {
    let file = fileID.hasPointerRepresentation ? UInt64(UInt(bitPattern: fileID.utf8Start)) : 0
    return file &+ UInt64(line) &* 0x1_0000_0001
  }
}
