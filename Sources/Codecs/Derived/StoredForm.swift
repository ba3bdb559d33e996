public import PersistentObjectsCodec
public import PersistentObjectsDriver

/// Stores a value in another codec's stored form without knowing that codec: it writes back what
/// that codec wrote, unchanged, bit for bit.
///
/// Use it in programs that open a file without the types of the program that made it, such as those
/// with classes that `persist generate` makes from a file:
///
/// ```swift
/// @Column(codec: StoredForm("hex-color", storage: .text)) var favourite: StoredValue?
/// ```
///
/// Finders compare values by their stored form, and numbers by value. This codec does not know
/// which values the other one understands: it writes any value unchanged.
public struct StoredForm: ColumnCodec {
  /// The name and the version of the other codec.
  public let identifier: CodecIdentifier
  /// The storage class of the other codec.
  public let storage: StorageClass
  private let oldestVersion: Int

  /// Makes a stand-in for a codec.
  /// - Parameters:
  ///   - name: its name, as the file records it.
  ///   - version: its version.
  ///   - oldestVersion: the oldest version that rows may have; nil means `version`.
  ///   - storage: the storage class of its column.
  public init(
    _ name: String, version: Int = 1, oldestVersion: Int? = nil, storage: StorageClass
  ) {
    identifier = CodecIdentifier(name, version: version)
    self.oldestVersion = oldestVersion ?? version
    self.storage = storage
  }

  /// Writes the value unchanged. NULL is refused: it stands for nil, which no codec stores.
  public func encode(_ value: StoredValue, into column: inout ColumnWriter) throws {
    switch value {
    case .null: throw CodecError("NULL stands for nil; a codec cannot store it")
    case .integer(let integer): column.write(integer)
    case .real(let real): try column.write(real)
    case .text(let text): column.write(text)
    case .bytes(let bytes): column.write(bytes)
    }
  }

  /// Reads the stored value.
  public func decode(from column: borrowing ColumnReader) throws -> StoredValue {
    let kind = column.kind
    guard storage.admits(kind) else {
      throw CodecError("\(kind) is stored in a column that holds \(storage)")
    }
    return switch kind {
    case .null: throw CodecError("NULL stands for nil; a codec cannot store it")
    case .integer: .integer(try column.integer())
    case .real: .real(try column.real())
    case .text: .text(try column.text())
    case .bytes: .bytes(try column.bytes())
    }
  }

  /// Whether rows may have a version.
  public func canRead(version: Int) -> Bool {
    version == identifier.version
      || (oldestVersion...max(oldestVersion, identifier.version))
        .contains(version)
  }
}
