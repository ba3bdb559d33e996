/// The outcome for one file in a folder of generated classes.
///
/// See ``GeneratedFolder``.
public struct FileOutcome: Hashable, Sendable {
  /// The name in the folder.
  public let name: String
  /// The action.
  public let action: Action
  /// The task for the person, if the person's file and the machine's file do not match.
  public let remark: String?

  /// The action for a file.
  ///
  /// See ``GeneratedFolder``.
  public enum Action: String, Hashable, Sendable, CaseIterable {
    /// The file was missing, or was the machine's and out of date.
    case written
    /// The file is up to date.
    case unchanged
    /// The file is the person's.
    case kept
    /// The file was the machine's and belonged to a removed class. It was deleted.
    case removed
    /// The file is the machine's and belongs to a removed class. It is kept.
    case stale
  }

  /// Whether the folder changes.
  public var isChange: Bool { action == .written || action == .removed }
}

/// An error about a folder into which classes cannot be generated.
///
/// ```swift
/// do {
///   try folder.generate()
/// } catch let error as GenerationError {
///   print(error.path, error.message)
/// }
/// ```
public struct GenerationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file or the folder.
  public let path: String
  /// The problem and the remedy.
  public let message: String

  /// The path and the problem.
  public var description: String { "\(path): \(message)" }
}
