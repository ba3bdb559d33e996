/// A difference between two files.
///
/// ```swift
/// for difference in new.layoutDifferences(from: old) {
///   print(difference.change, difference.className, difference.property ?? "")
/// }
/// ```
public struct StoreDifference: Hashable, Sendable {
  /// The kind of change in the second file.
  public let change: Change
  /// The class.
  public let className: String
  /// The key of the object; nil for a difference of layouts.
  public let pk: Int64?
  /// The property; nil for a whole class or object.
  public let property: String?
  /// The value in the first file; nil if that file has none.
  public let before: InspectedValue?
  /// The value in the second file; nil if that file has none.
  public let after: InspectedValue?

  /// The kind of a change.
  ///
  /// See ``StoreDifference``.
  public enum Change: String, Hashable, Sendable {
    /// The value is only in the second file.
    case added
    /// The value is only in the first file.
    case gone
    /// The value is in both files, but differs.
    case changed
  }
}
