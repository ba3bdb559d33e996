/// An error that a codec throws: a sentence about the value. The engine adds the place of the
/// value.
///
/// ```swift
/// guard let color = Color(hex: text) else { throw CodecError("'\(text)' is not a color") }
/// ```
public struct CodecError: Error, Sendable, CustomStringConvertible {
  /// A sentence that says what is wrong with the value, or with what is stored.
  public let reason: String

  /// Creates an error with a sentence that says what is wrong.
  public init(_ reason: String) { self.reason = reason }

  /// The reason.
  public var description: String { reason }
}
