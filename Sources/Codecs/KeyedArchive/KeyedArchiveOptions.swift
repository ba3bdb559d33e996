/// How archives are compressed, and the limits that keep a hostile or damaged archive from using
/// up memory or stack. Writing obeys the same limits, so what was written can be read.
public struct KeyedArchiveOptions: Sendable {
  /// The most bytes of an archive before compression, and of all texts and data in it when each
  /// is counted as often as it occurs. The default is 256 MiB.
  public var maximumRawLength = 256 << 20
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

  /// The defaults, for single values to be changed.
  public init() {}
}
