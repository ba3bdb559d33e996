/// The part of a property whose cells are meant: its values or elements, or a dictionary's keys.
enum CodedPart: Sendable {
  case values
  case keys
}

/// A column that a codec writes.
struct CodedColumn {
  /// The child table; nil if it is in the class's own table.
  var childTable: RequiredTable?
  let column: RequiredColumn
  let codec: any CellCodec
}

/// A ``CheckedCodec``, seen without its type.
protocol CellCodec: Sendable {
  var identifier: CodecIdentifier { get }
  var valueType: Any.Type { get }
  /// Returns a rewriter for the forms of earlier versions of the codec.
  func upgrader() -> CellRewriter
}

extension CheckedCodec: CellCodec {
  var identifier: CodecIdentifier { codec.identifier }
  var valueType: Any.Type { Value.self }

  func upgrader() -> CellRewriter { CellRewriter(from: codec, to: self) { $0 } }
}

extension CellRewriter {
  /// Makes a rewriter that reads with `old` and writes with `new`. An error of `transform` is
  /// `encodingFailed`.
  init<Old, New>(
    from old: any ColumnCodec<Old>, to new: CheckedCodec<New>,
    transform: @escaping @Sendable (Old) throws -> New
  ) {
    let reader = CheckedCodec(old)
    self.init(old: old.identifier, canRead: { old.canRead(version: $0) }) { source, index, target in
      let value: Old
      do {
        value = try reader.decode(from: source, at: index)
      } catch {
        throw Self.error(.decodingFailed, "read by the codec", old.identifier, error)
      }
      do {
        try new.encode(try transform(value), into: target, at: 0)
      } catch {
        throw Self.error(.encodingFailed, "written by the codec", new.identifier, error)
      }
    }
  }

  private static func error(
    _ code: PersistenceError.Code, _ verb: String, _ codec: CodecIdentifier, _ cause: any Error
  ) -> PersistenceError {
    if let error = cause as? PersistenceError { return error }
    return PersistenceError(
      code, "the stored value cannot be \(verb) '\(codec)': \(cause). Nothing was changed",
      cause: cause)
  }
}
