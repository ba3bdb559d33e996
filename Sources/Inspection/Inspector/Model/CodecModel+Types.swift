package import PersistentObjects
import PersistentObjectsCodec

extension CodecModel {
  /// The storage class of the column.
  package var storageClass: StorageClass? {
    let standard = StandardCodec.named(name)?.storage
    return standard?.isRecorded(as: storage) == true ? standard : StorageClass(rawValue: storage)
  }

  /// The standard codec with the same name, if it writes the recorded stored form.
  package var standardCodec: StandardCodec? {
    guard version == 1, oldestVersion ?? 1 == 1, let known = StandardCodec.named(name),
      known.storage.isRecorded(as: storage)
    else { return nil }
    return known
  }

  /// Creates the standard codec of a type; nil if there is none.
  package init?(of type: SwiftType) {
    guard case .named(let name) = type, let codec = Self.ofTypes[name] ?? Self.ofRange(name) else {
      return nil
    }
    self = codec
  }

  private init(_ codec: any ColumnCodec) {
    self.init(
      name: codec.identifier.name, version: codec.identifier.version,
      storage: codec.storage.recordedName)
  }

  private static let ofTypes = Dictionary(
    CodecRegistry.standard.registered.map { ("\($0.valueType)", CodecModel($0)) },
    uniquingKeysWith: { first, _ in first })

  /// Returns the codec of `Range<Int>` and similar types.
  private static func ofRange(_ name: String) -> CodecModel? {
    guard name.hasSuffix(">"), let open = name.firstIndex(of: "<"),
      let codec = StandardCodec.rangeName(ofType: String(name[..<open])),
      let bound = ofTypes[String(name[name.index(after: open)...].dropLast())]
    else { return nil }
    return CodecModel(name: "\(codec)(\(bound.name))", version: bound.version, storage: "text")
  }
}
