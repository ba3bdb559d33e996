/// One paragraph of a control file: the entry of one package.
///
/// It keeps the bytes as they were read; fields become `String`s on demand.
struct Stanza: Sendable {
  /// The place of a field in `bytes`, and the line of the file where it starts.
  struct Field: Sendable {
    let name: Range<Int>
    var value: Range<Int>
    let line: Int
  }

  /// The file that the stanza comes from, for error messages.
  let file: String
  /// The names and values, as valid UTF-8.
  let bytes: [UInt8]
  /// The fields in the order of the file.
  let fields: [Field]

  /// The line on which the stanza starts, counted from 1.
  var line: Int { fields.first?.line ?? 0 }

  /// The value of a field, whatever the case of its name; nil if there is none.
  ///
  /// Spaces around the value are removed. The lines of a value are separated by a newline, without
  /// the space that marks a continuation line.
  subscript(name: String) -> String? {
    field(name).map { text(at: $0.value) }
  }

  /// The value of a field that the reader has checked; empty if it is missing.
  subscript(required name: String) -> String { self[name] ?? "" }

  /// Returns an error that points at a field, or at the first line if there is no such field.
  func failure(in name: String, _ error: any Error) -> ControlFileError {
    ControlFileError(file: file, line: field(name)?.line ?? line, message: "\(name): \(error)")
  }

  private func field(_ name: String) -> Field? {
    var name = name
    return name.withUTF8 { wanted in
      fields.first { $0.name.count == wanted.count && bytes[$0.name].equalsIgnoringCase(wanted) }
    }
  }

  private func text(at range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}
