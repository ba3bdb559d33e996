/// A difference between two files.
public struct StoreDifference: Hashable, Sendable {
  /// What has become of it in the second file.
  public let change: Change
  /// The class.
  public let className: String
  /// The key of the object; nil for a difference of layouts.
  public let pk: Int64?
  /// The property; nil for a whole class or object.
  public let property: String?
  /// What the first file has; nil where it has nothing.
  public let before: InspectedValue?
  /// What the second file has; nil where it has nothing.
  public let after: InspectedValue?

  /// What has become of something.
  public enum Change: String, Hashable, Sendable {
    /// Only the second file has it.
    case added
    /// Only the first file has it.
    case gone
    /// Both have it, and it is not the same.
    case changed
  }
}
