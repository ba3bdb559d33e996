import Foundation
import PersistentObjectsCodec
import PersistentObjectsDriver

/// The codec under test, and the comparisons of its values.
struct Subject<Codec: ColumnCodec> {
  typealias Value = Codec.Value

  let codec: Codec
  /// Whether a value came back unchanged, which may be stricter than `==`.
  let isSame: (Value, Value) -> Bool
  /// Whether stored forms must be equal.
  let isEqual: (Value, Value) -> Bool
  /// The order in Swift, if SQL must keep it.
  let isLess: ((Value, Value) -> Bool)?
  let mayRefuse: (Value) -> Bool
  /// Whether hashes agree with equality; nil if there are none to compare.
  let hashesAgree: ((Value, Value) -> Bool)?

  /// Whether NULL stands for a value, as it does for `OptionalCodec`.
  var admitsNull: Bool { Value.self is any ExpressibleByNilLiteral.Type }

  /// Returns a cell that `encode` has written.
  func cell(of value: Value) throws -> FormCell {
    try FormCell(value, by: codec)
  }

  /// Returns the stored form.
  func store(_ value: Value) throws -> StoredForm { try cell(of: value).form }

  func restore(_ form: StoredForm) throws -> Value {
    Trace.note(form, codec.identifier)
    return try form.withCell(codec.value)
  }

  /// Whether a value came back. A value that does not equal itself, such as NaN by `==`, is
  /// compared by its stored form.
  func isKept(_ value: Value, as back: Value) -> Bool {
    if isSame(back, value) { return true }
    guard !isSame(value, value), let form = try? store(value) else { return false }
    return (try? store(back)) == form
  }

  /// Returns the findings sorted by the size of their values, the smallest first.
  func sorted<Culprit>(
    _ findings: [Finding<Culprit>], by values: (Culprit) -> [Value]
  ) -> [Finding<Culprit>] {
    findings.map { (finding: $0, size: smallness(values($0.culprit))) }
      .sorted { $0.size < $1.size }.map(\.finding)
  }

  private func smallness(_ values: [Value]) -> Smallness {
    let sizes = values.map { (try? store($0))?.size ?? .max }
    return Smallness(
      size: sizes.reduce(0) { $0.addingReportingOverflow($1).overflow ? .max : $0 + $1 },
      name: values.map { Wording.name($0) }.joined(separator: " "))
  }
}

extension ColumnCodec {
  /// Reads a cell. The reader has a name because Swift 6.3 crashes when it optimises a throwing
  /// call that borrows a temporary.
  func value(in cell: Cell) throws -> Value {
    let reader = ColumnReader(cell)
    return try decode(from: reader)
  }
}

/// Prints each stored value before it is decoded, if `CODEC_TRACE` is set. After a trap, the last
/// line shows the value that the codec could not handle.
enum Trace {
  private static let isOn = ProcessInfo.processInfo.environment["CODEC_TRACE"] != nil

  static func note(_ form: StoredForm, _ codec: CodecIdentifier) {
    guard isOn else { return }
    FileHandle.standardError.write(Data("\(codec) decodes \(form)\n".utf8))
  }

  static func note(_ forms: [StoredForm], _ codec: CodecIdentifier) {
    guard isOn else { return }
    let list = forms.map(\.description).joined(separator: ", ")
    FileHandle.standardError.write(Data("\(codec) decodes \(list)\n".utf8))
  }
}
