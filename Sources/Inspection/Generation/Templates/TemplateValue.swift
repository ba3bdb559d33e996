/// A value for a template.
enum TemplateValue {
  case text(String)
  case flag(Bool)
  case list([TemplateValues])

  /// Returns a text, which is empty if there is none.
  static func text(ifAny text: String?) -> TemplateValue { .text(text ?? "") }

  /// Returns lines, each of which is in a placeholder `line`.
  static func lines(_ lines: [String]) -> TemplateValue {
    .list(lines.map { ["line": .text($0)] })
  }

  /// Whether a section with this value is printed.
  var isShown: Bool {
    switch self {
    case .text(let text): !text.isEmpty
    case .flag(let flag): flag
    case .list(let list): !list.isEmpty
    }
  }
}

/// The values of a template's placeholders and sections.
typealias TemplateValues = [String: TemplateValue]

/// The placeholders and sections that a template may have.
indirect enum TemplateVocabulary: Sendable {
  case text
  case flag
  case list([String: TemplateVocabulary])

  /// The vocabulary of a section made of lines.
  static let lines = TemplateVocabulary.list(["line": .text])

  /// The additional vocabulary of each repeated section.
  static let ofElements: [String: TemplateVocabulary] = ["first": .flag, "last": .flag]
}

/// A problem of a template, with its place.
///
/// ```swift
/// do {
///   _ = try TemplateSet(folder: "Templates")
/// } catch let error as TemplateError {
///   print(error.file, error.line ?? 0, error.message)
/// }
/// ```
public struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The template's file, or the folder.
  public let file: String
  /// The line, from 1; nil for a file or a folder that cannot be read.
  public let line: Int?
  /// The problem.
  public let message: String

  /// The place and the problem.
  public var description: String {
    "\(file)\(line.map { ":\($0)" } ?? ""): \(message)"
  }
}
