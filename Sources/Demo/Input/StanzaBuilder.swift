import Foundation

/// Builds a stanza from its lines, and refuses invalid lines.
struct StanzaBuilder {
  private let file: String
  private var bytes: [UInt8] = []
  private var fields: [Stanza.Field] = []

  init(file: String) {
    self.file = file
    bytes.reserveCapacity(1024)
    fields.reserveCapacity(24)
  }

  /// Adds a line. Returns false if it is the blank line that ends the stanza.
  mutating func add(_ line: UnsafeRawBufferPointer, number: Int) throws -> Bool {
    let line = line.trimmingEnd()
    guard let first = line.first else { return fields.isEmpty }
    if first == UInt8(ascii: "#") { return true }
    guard line.isUTF8 else { throw failure("the line is not valid UTF-8", number) }
    if first.isBlank {
      try addContinuation(line, number)
    } else {
      try addField(line, number)
    }
    return true
  }

  /// Returns the stanza, or nil if it has no fields. The named fields must exist and not be empty.
  func finished(requiring names: [String], isLast: Bool) throws -> Stanza? {
    guard let first = fields.first else { return nil }
    let stanza = Stanza(file: file, bytes: bytes, fields: fields)
    for name in names {
      let hint = isLast ? ", and it is the last one: the file may have been cut off" : ""
      guard let value = stanza[name] else {
        throw failure("the stanza that starts here has no field '\(name)'\(hint)", first.line)
      }
      if value.isEmpty { throw stanza.failure(in: name, MalformedText("the field is empty")) }
    }
    return stanza
  }

  private mutating func addField(_ line: UnsafeRawBufferPointer, _ number: Int) throws {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw failure("the line has no colon, so it is not a field: '\(line.excerpt)'", number)
    }
    let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
    try check(name, number)
    let value = UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]).trimmingStart()
    fields.append(Stanza.Field(name: append(name), value: append(value), line: number))
  }

  private mutating func addContinuation(_ line: UnsafeRawBufferPointer, _ number: Int) throws {
    guard let last = fields.indices.last else {
      throw failure("a continuation line comes before any field", number)
    }
    bytes.append(UInt8(ascii: "\n"))
    let more = append(UnsafeRawBufferPointer(rebasing: line[1...]))
    fields[last].value = fields[last].value.lowerBound..<more.upperBound
  }

  private func check(_ name: UnsafeRawBufferPointer, _ number: Int) throws {
    guard let first = name.first else { throw failure("the field has no name", number) }
    if first == UInt8(ascii: "-") || !name.allSatisfy(\.isVisible) {
      throw failure("'\(name.excerpt)' cannot be the name of a field", number)
    }
    if let twin = fields.first(where: { isNamed($0, name) }) {
      throw failure("the field '\(name.excerpt)' is already there, in line \(twin.line)", number)
    }
  }

  private func isNamed(_ field: Stanza.Field, _ name: UnsafeRawBufferPointer) -> Bool {
    field.name.count == name.count && bytes[field.name].equalsIgnoringCase(name)
  }

  private mutating func append(_ part: UnsafeRawBufferPointer) -> Range<Int> {
    let start = bytes.count
    bytes.append(contentsOf: part)
    return start..<bytes.count
  }

  private func failure(_ message: String, _ line: Int) -> ControlFileError {
    ControlFileError(file: file, line: line, message: message)
  }
}
