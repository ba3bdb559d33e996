import PersistentObjects

/// Stores a version as TEXT that SQL sorts as `dpkg --compare-versions` does.
///
/// The demo registers it for the type, as it would for a type of another module:
/// `CodecRegistry.standard.registering(DebianVersionCodec())`.
struct DebianVersionCodec: ColumnCodec {
  let identifier = CodecIdentifier("debian-version")
  let storage = StorageClass.text

  func encode(_ version: DebianVersion, into column: inout ColumnWriter) {
    column.write(version.stored)
  }

  func decode(from column: borrowing ColumnReader) throws -> DebianVersion {
    try DebianVersion(stored: column.text())
  }
}

extension CodecRegistry {
  /// The standard codecs and the codec of the demo.
  static let demo = CodecRegistry.standard.registering(DebianVersionCodec())
}
