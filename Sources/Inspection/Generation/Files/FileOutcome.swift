/// The outcome for one file of a folder of generated classes.
public struct FileOutcome: Hashable, Sendable {
  /// The name in the folder.
  public let name: String
  /// The action.
  public let action: Action
  /// The task for the person, if the person's file and the machine's do not fit each other.
  public let remark: String?

  /// The action for a file.
  public enum Action: String, Hashable, Sendable, CaseIterable {
    /// The file was missing, or was the machine's and differed.
    case written
    /// The file is already as it should be.
    case unchanged
    /// The file is the person's.
    case kept
    /// The file was the machine's, of a class that was removed.
    case removed
    /// The file is the machine's, of a class that was removed, and is kept.
    case stale
  }

  /// Whether the folder changes.
  public var isChange: Bool { action == .written || action == .removed }
}

/// A folder that classes cannot be generated into.
public struct GenerationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file or the folder.
  public let path: String
  /// The problem, and the remedy.
  public let message: String

  /// The path, and the problem.
  public var description: String { "\(path): \(message)" }
}
