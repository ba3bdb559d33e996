import Foundation
package import PersistentObjects

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

  private static let ofTypes: [String: CodecModel] = {
    var codecs: [String: CodecModel] = [:]
    func add<Value>(_ type: Value.Type) {
      codecs["\(type)"] = CodecRegistry.standard.codec(for: type).map { CodecModel($0) }
    }
    add(Int.self)
    add(Int8.self)
    add(Int16.self)
    add(Int32.self)
    add(Int64.self)
    add(Int128.self)
    add(UInt.self)
    add(UInt8.self)
    add(UInt16.self)
    add(UInt32.self)
    add(UInt64.self)
    add(UInt128.self)
    add(Double.self)
    add(Float.self)
    add(Decimal.self)
    add(Bool.self)
    add(String.self)
    add(Substring.self)
    add(Character.self)
    add(Data.self)
    add(Date.self)
    add(CalendarDay.self)
    add(Duration.self)
    add(DateComponents.self)
    add(Calendar.self)
    add(TimeZone.self)
    add(Locale.self)
    add(URL.self)
    add(UUID.self)
    add(NSNumber.self)
    add(NSNull.self)
    return codecs
  }()

  /// Returns the codec of `Range<Int>` and similar types.
  private static func ofRange(_ name: String) -> CodecModel? {
    guard name.hasSuffix(">"), let open = name.firstIndex(of: "<"),
      let codec = StandardCodec.rangeName(ofType: String(name[..<open])),
      let bound = ofTypes[String(name[name.index(after: open)...].dropLast())]
    else { return nil }
    return CodecModel(name: "\(codec)(\(bound.name))", version: bound.version, storage: "text")
  }
}
