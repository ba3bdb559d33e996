/// How archives are compressed, and the limits that keep a hostile or damaged archive from using
/// up memory or stack. Writing obeys the same limits, so what was written can be read.
///
/// Two limits go together: `maximumRawLength` is for any archive, `maximumExpansion` makes what a
/// small one may take in memory small, too.
public struct KeyedArchiveOptions: Sendable {
  /// The most bytes of an archive before compression, and of all texts and data in it when each
  /// is counted as often as it occurs. The default is 256 MiB.
  public var maximumRawLength = 256 << 20
  /// How many bytes an archive, and the texts and data in it, may have for each byte that is stored;
  /// and how many values. What compression would make smaller than that is stored less compressed,
  /// so that it can be read. The default is 100.
  public var maximumExpansion = 100
  /// The bytes and values that an archive may have however few bytes are stored. The default is
  /// 16 MiB.
  public var expansionAllowance = 16 << 20
  /// How deep values or objects may be nested. The default, 512, needs less than 1 MiB of stack
  /// in a release build.
  public var maximumDepth = 512
  /// The most values in an archive, each counted as often as it occurs. The default is 16 million.
  public var maximumObjectCount = 16_000_000
  /// zlib's level, from 1 (fast) to 9 (small); 0 never compresses. The default is 6.
  public var compressionLevel = 6
  /// Archives of fewer bytes are not compressed. The default is 512:
  /// below it little is gained.
  public var compressionThreshold = 512
  /// What `Codable` types find as `userInfo` of their encoder and decoder.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// How many bytes are stored of the archive that is read; nil while nobody knows.
  private(set) var storedLength: Int?

  /// The defaults, for single values to be changed.
  public init() {}
}

extension KeyedArchiveOptions {
  /// The limits for an archive of which so many bytes are stored.
  func reading(_ storedLength: Int) -> KeyedArchiveOptions {
    var options = self
    options.storedLength = storedLength
    return options
  }

  /// The bytes and values that an archive may have of which so many bytes are stored.
  func largestExpansion(of storedLength: Int) -> Int {
    let (product, overflow) = storedLength.multipliedReportingOverflow(by: maximumExpansion)
    return max(expansionAllowance, overflow ? .max : product)
  }

  /// The most bytes of the archive at hand.
  var mostBytes: Int { min(maximumRawLength, storedLength.map(largestExpansion) ?? .max) }

  /// The most values of the archive at hand.
  var mostValues: Int { min(maximumObjectCount, storedLength.map(largestExpansion) ?? .max) }
}
