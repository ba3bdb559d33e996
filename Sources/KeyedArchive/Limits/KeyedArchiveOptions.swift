/// The compression of archives, and the limits that keep a hostile or damaged archive from
/// exhausting memory or stack. Writing obeys the same limits, so everything written can be read.
///
/// ```swift
/// var options = KeyedArchiveOptions()
/// options.maximumRawLength = 1 << 20
/// let codec = KeyedArchiveCodec<Point>(options: options)
/// ```
///
/// Two limits go together: `maximumRawLength` applies to any archive, and `maximumExpansion` keeps
/// the memory of a small archive small.
public struct KeyedArchiveOptions: Sendable {
  /// The maximum size of an archive before compression, and of all its texts and data when each is
  /// counted as often as it occurs, in bytes. The default is 256 MiB.
  public var maximumRawLength = 256 << 20
  /// The maximum number of bytes, and of values, in an archive for each stored byte. The default is
  /// 100. Data that would compress further is stored less compressed, so that it can be read.
  public var maximumExpansion = 100
  /// The number of bytes, and of values, that any archive may have, however small its stored form
  /// is. The default is 16 MiB.
  public var expansionAllowance = 16 << 20
  /// The maximum nesting of values or objects. The default, 512, needs less than 1 MiB of stack in
  /// a release build.
  public var maximumDepth = 512
  /// The maximum number of values in an archive, each counted as often as it occurs. The default is
  /// 16 million.
  public var maximumObjectCount = 16_000_000
  /// The compression level of zlib, from 1 (fast) to 9 (small); 0 never compresses. The default is
  /// 6.
  public var compressionLevel = 6
  /// The size in bytes below which archives are not compressed, since that would save little. The
  /// default is 512.
  public var compressionThreshold = 512
  /// The `userInfo` that `Codable` types find in their encoder and decoder.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// The number of stored bytes of the archive that is read; nil while unknown.
  private(set) var storedLength: Int?

  /// Makes options with the default values.
  public init() {}
}

extension KeyedArchiveOptions {
  /// Returns the limits for an archive of which so many bytes are stored.
  func reading(_ storedLength: Int) -> KeyedArchiveOptions {
    var options = self
    options.storedLength = storedLength
    return options
  }

  /// Returns the number of bytes, and of values, that an archive with so many stored bytes may
  /// have.
  func largestExpansion(of storedLength: Int) -> Int {
    let (product, overflow) = storedLength.multipliedReportingOverflow(by: maximumExpansion)
    return max(expansionAllowance, overflow ? .max : product)
  }

  /// The maximum number of bytes of the current archive.
  var mostBytes: Int { min(maximumRawLength, storedLength.map(largestExpansion) ?? .max) }

  /// The maximum number of values of the current archive.
  var mostValues: Int { min(maximumObjectCount, storedLength.map(largestExpansion) ?? .max) }
}
