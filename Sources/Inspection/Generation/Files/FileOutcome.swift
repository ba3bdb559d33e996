/// What becomes of one file of a folder that classes are generated into.
public struct FileOutcome: Hashable, Sendable {
  /// The name in the folder.
  public let name: String
  /// What becomes of it.
  public let action: Action
  /// What the person has to do, where the person's file and the machine's do not fit each other.
  public let remark: String?

  /// What becomes of a file.
  public enum Action: String, Hashable, Sendable, CaseIterable {
    /// It was missing, or was the machine's and differed.
    case written
    /// It is as it is to be.
    case unchanged
    /// It is the person's.
    case kept
    /// It was the machine's, of a class that is gone.
    case removed
    /// It is the machine's, of a class that is gone, and stays.
    case stale
  }

  /// Whether the folder changes.
  public var isChange: Bool { action == .written || action == .removed }
}

/// A folder that classes cannot be generated into.
public struct GenerationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file or the folder.
  public let path: String
  /// What is wrong with it, and the remedy.
  public let message: String

  /// The path, and what is wrong.
  public var description: String { "\(path): \(message)" }
}
