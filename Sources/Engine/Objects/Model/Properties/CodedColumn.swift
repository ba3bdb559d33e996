import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

/// A part of a property that has cells of its own: the values or elements, or a dictionary's keys.
enum CodedPart: Sendable {
  case values
  case keys
}

/// A column that a codec writes.
struct CodedColumn {
  /// The child table; nil if the column is in the class's own table.
  var childTable: RequiredTable?
  let column: RequiredColumn
  let codec: any ColumnCodec
}

extension CellRewriter {
  /// Makes a rewriter that upgrades the stored forms of earlier versions of a codec.
  static func upgrader<Codec: ColumnCodec>(of codec: Codec) -> CellRewriter {
    CellRewriter(from: codec, to: codec) { $0 }
  }

  /// Makes a rewriter that reads with `old` and writes with `new`. An error that `transform` throws
  /// becomes `encodingFailed`.
  init<Old, New>(
    from old: any ColumnCodec<Old>, to new: any ColumnCodec<New>,
    transform: @escaping @Sendable (Old) throws -> New
  ) {
    let (reader, writer) = (ValueCodec.of(old), ValueCodec.of(new))
    self.init(old: old.identifier, canRead: { old.canRead(version: $0) }) { source, index, target in
      let value: Old
      do {
        value = try reader.decodeResult(from: source, at: index)
      } catch {
        throw Self.error(
          .decodingFailed, verb: "read by the codec", codec: old.identifier, cause: error)
      }
      do {
        try writer.encodeArgument(try transform(value), into: target, at: 0)
      } catch {
        throw Self.error(
          .encodingFailed, verb: "written by the codec", codec: new.identifier, cause: error)
      }
    }
  }

  private static func error(
    _ code: PersistenceError.Code, verb: String, codec: CodecIdentifier, cause: any Error
  ) -> PersistenceError {
    if let error = cause as? PersistenceError { return error }
    return PersistenceError(
      code, "the stored value cannot be \(verb) '\(codec)': \(cause). Nothing was changed",
      cause: cause)
  }
}
