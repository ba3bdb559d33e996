import Foundation
import PersistentObjectsCodecs
import PersistentObjectsEngine

extension FuzzTarget {
  /// The codecs of plain values.
  static func columns() throws -> [FuzzTarget] {
    try dates() + numbers() + texts() + json()
  }

  private static func dates() throws -> [FuzzTarget] {
    let dates = [0, 0.25, -978_307_200, 1e9 + 1 / 1024, -62_135_769_600].map {
      Date(timeIntervalSinceReferenceDate: $0)
    }
    return [
      try FuzzTarget("date-text", DateCodec(), dates),
      try FuzzTarget("date-real", DateAsReal(), dates),
      try FuzzTarget("date-microseconds", DateAsMicroseconds(), Array(dates.prefix(2))),
    ]
  }

  private static func numbers() throws -> [FuzzTarget] {
    let decimals = ["0", "1.5", "-12345678901234567890123456789012345678", "1e100", "-1e-100"]
    return [
      try FuzzTarget("integer", IntCodec(), [0, 7, .min, .max]),
      try FuzzTarget("integer-8", Int8Codec(), [0, 7, .min, .max]),
      try FuzzTarget("unsigned", UInt64Codec(), [0, 7, .max, 1 << 63]),
      try FuzzTarget("real", DoubleCodec(), [0, 0.1, -.infinity, .greatestFiniteMagnitude]),
      try FuzzTarget("float", FloatCodec(), [0, 0.5, .infinity]),
      try FuzzTarget("double-bits", DoubleAsBits(), [0.1, .nan]),
      try FuzzTarget("bool", BoolCodec(), [true, false]),
      try FuzzTarget(
        "decimal-text", DecimalCodec(), decimals.compactMap { Decimal(string: $0, locale: nil) }),
    ]
  }

  private static func texts() throws -> [FuzzTarget] {
    let uuids = [UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))]
    let urls = ["http://user:pass@a.example:80/b?c=d#e", "mailto:a@b", "relative/%20path"]
    return [
      try FuzzTarget("text", StringCodec(), ["", "a", "é漢👩‍👩‍👧", "a\0b"]),
      try FuzzTarget("character", CharacterCodec(), ["a", "👩‍👩‍👧"]),
      try FuzzTarget("bytes", DataCodec(), [Data(), Data([1, 2, 3])]),
      try FuzzTarget("uuid-text", UUIDCodec(), uuids),
      try FuzzTarget("uuid-bytes", UUIDAsBytes(), uuids),
      try FuzzTarget("url", URLCodec(), urls.compactMap { URL(string: $0) }),
    ]
  }

  private static func json() throws -> [FuzzTarget] {
    [
      try FuzzTarget("json", JSONCodec<Plain>(), [Plain()]),
      try FuzzTarget("json-lists", JSONCodec<[[Int?]]>(), [[[1, nil], []], []]),
    ]
  }
}

/// A value of plain parts.
struct Plain: Codable, Hashable {
  var text = "héllo", number = Int.min, unsigned = UInt64.max, real = 0.1, flag = true
  var nothing: String?
  var date = Date(timeIntervalSinceReferenceDate: 5)
  var data = Data([1, 2, 3])
  var list = [1, 2, 3], table = ["a": [1.5]]
}
