import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

/// A part of a property that has cells of its own: the values or elements, or a dictionary's keys.
enum CodedPart: Sendable {
  case values
  case keys
}

/// The columns that a codec writes.
struct CodedColumn {
  /// The child table; nil if the columns are in the class's own table.
  var childTable: RequiredTable?
  let columns: [RequiredColumn]
  /// The codec of one column; nil for a value that has several.
  let codec: (any ColumnCodec)?
  /// The coding of the values.
  let coding: any ValueCoding
  /// The names of the columns of a value in several columns, or of its single one.
  let names: CompositeNames

  /// Returns the columns of a field of the value, which a key path from the value names; nil if it
  /// names none.
  func field(_ keyPath: AnyKeyPath) -> CodedColumn? {
    coding.layout?.place(of: keyPath).flatMap { columns($0.columns) }
  }

  /// Returns one column by itself; nil for several.
  func columns(_ positions: Range<Int>) -> CodedColumn? {
    guard positions.count == 1, let layout = coding.layout,
      let codec = layout.columns[positions.lowerBound].codec
    else { return nil }
    func valueCoding<Codec: ColumnCodec>(of codec: Codec) -> any ValueCoding {
      ValueCodec.of(codec)
    }
    return CodedColumn(
      childTable: childTable, columns: Array(columns[positions]), codec: codec,
      coding: valueCoding(of: codec), names: names)
  }
}

extension CellRewriter {
  /// Makes a rewriter that upgrades the stored forms of earlier versions of a codec.
  static func upgrader<Codec: ColumnCodec>(of codec: Codec) -> CellRewriter {
    let coding = ValueCodec.of(codec)
    return CellRewriter(
      from: coding, codec.identifier, canRead: { codec.canRead(version: $0) }, to: coding,
      codec.identifier
    ) { $0 }
  }

  /// Makes a rewriter that reads with `old` and writes with `new`. An error that `transform` throws
  /// becomes `encodingFailed`.
  init<Old, New>(
    from old: any ValueCoding<Old>, _ oldCodec: CodecIdentifier,
    canRead: @escaping @Sendable (Int) -> Bool, to new: any ValueCoding<New>,
    _ newCodec: CodecIdentifier, transform: @escaping @Sendable (Old) throws -> New
  ) {
    // This is safe: nothing in the coding of a codec changes.
    nonisolated(unsafe) let (old, new) = (old, new)
    self.init(old: oldCodec, canRead: canRead) { source, index, target in
      let value: Old
      do {
        value = try old.decodeResult(from: source, at: index)
      } catch {
        throw Self.error(.decodingFailed, verb: "read by the codec", codec: oldCodec, cause: error)
      }
      do {
        try new.encodeArgument(try transform(value), into: target, at: 0)
      } catch {
        throw Self.error(
          .encodingFailed, verb: "written by the codec", codec: newCodec, cause: error)
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
