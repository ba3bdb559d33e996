/// An error that occurs while an archive is written or read.
///
/// ```swift
/// do {
///   _ = try Drawing.findAll(in: session)
/// } catch let error as PersistenceError where error.code == .decodingFailed {
///   if let cause = error.cause as? KeyedArchiveError { print(cause.code, cause.message) }
/// }
/// ```
///
/// A failed read leaves the stored bytes unchanged: they can be read once the cause is removed, for
/// example with a longer list of allowed classes or a higher limit.
public struct KeyedArchiveError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public let code: Code
  /// The problem as a clause: it starts in lower case and ends without a full stop, since it
  /// becomes part of the engine's sentence.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String { message }
}

extension KeyedArchiveError {
  /// The kind of a failure: a comparable name from a list that can grow.
  ///
  /// See ``KeyedArchiveError``.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name, such as `damaged`.
    public let name: String
    /// The name.
    public var description: String { name }

    init(_ name: String) { self.name = name }

    // MARK: The envelope

    /// The bytes do not start as an envelope does.
    public static let notAnEnvelope = Code("notAnEnvelope")
    /// The envelope was written by a later version of this package.
    public static let unknownVersion = Code("unknownVersion")
    /// The envelope has flags that this version does not know.
    public static let unknownFlags = Code("unknownFlags")
    /// The envelope is shorter or longer than it says.
    public static let wrongLength = Code("wrongLength")
    /// The compressed bytes cannot be inflated.
    public static let damagedCompression = Code("damagedCompression")
    /// The bytes are not those that were written.
    public static let wrongChecksum = Code("wrongChecksum")

    // MARK: The archive

    /// The bytes are not a binary property list, or not a keyed archive.
    public static let notAnArchive = Code("notAnArchive")
    /// The archive contradicts itself.
    public static let damaged = Code("damaged")
    /// The archive, or its input, is larger or deeper than the options allow.
    public static let limitExceeded = Code("limitExceeded")

    // MARK: Values

    /// The archive was written for a value of another type.
    public static let unexpectedType = Code("unexpectedType")

    // MARK: Objects

    /// The archive names a class that is not on the list of allowed classes.
    public static let classNotAllowed = Code("classNotAllowed")
    /// An object is of another class than the one asked for.
    public static let unexpectedClass = Code("unexpectedClass")
    /// An object or value cannot be archived.
    public static let cannotArchive = Code("cannotArchive")
    /// An object's `init(coder:)` refused the archive.
    public static let objectRefused = Code("objectRefused")
  }

  static func damaged(_ message: String) -> KeyedArchiveError {
    KeyedArchiveError(.damaged, "the archive is damaged: \(message)")
  }

  static func cannotArchive(_ message: String) -> KeyedArchiveError {
    KeyedArchiveError(.cannotArchive, message)
  }

  static var noDate: KeyedArchiveError {
    cannotArchive("a date of NaN seconds cannot be archived")
  }

  static var nilInOptional: KeyedArchiveError {
    cannotArchive(
      "an optional of an optional that holds nil cannot be archived, since it would come back as "
        + "nil; use an enum with a case for each kind of nil")
  }

  static func tooManyBytes(_ options: KeyedArchiveOptions) -> KeyedArchiveError {
    options.mostBytes < options.maximumRawLength
      ? tooLarge(options.mostBytes, unit: "bytes", options: options)
      : limit("more than \(options.maximumRawLength) bytes", option: "maximumRawLength")
  }

  static func tooManyObjects(_ options: KeyedArchiveOptions) -> KeyedArchiveError {
    options.mostValues < options.maximumObjectCount
      ? tooLarge(options.mostValues, unit: "objects", options: options)
      : limit("more than \(options.maximumObjectCount) objects", option: "maximumObjectCount")
  }

  private static func tooLarge(
    _ limit: Int, unit: String, options: KeyedArchiveOptions
  ) -> KeyedArchiveError {
    self.limit(
      "more than \(limit) \(unit) where \(options.storedLength ?? 0) bytes are stored",
      option: "maximumExpansion")
  }

  static func tooDeep(_ options: KeyedArchiveOptions) -> KeyedArchiveError {
    limit("objects nested more than \(options.maximumDepth) deep", option: "maximumDepth")
  }

  private static func limit(_ what: String, option: String) -> KeyedArchiveError {
    KeyedArchiveError(
      .limitExceeded, "the archive has \(what), which KeyedArchiveOptions.\(option) forbids")
  }
}
