/// What a template is filled with.
enum TemplateValue {
  case text(String)
  case flag(Bool)
  case list([TemplateValues])

  /// A text, or nothing.
  static func text(ifAny text: String?) -> TemplateValue { .text(text ?? "") }

  /// Lines, each in a placeholder `line`.
  static func lines(_ lines: [String]) -> TemplateValue {
    .list(lines.map { ["line": .text($0)] })
  }

  /// Whether a section with it is printed.
  var isShown: Bool {
    switch self {
    case .text(let text): !text.isEmpty
    case .flag(let flag): flag
    case .list(let list): !list.isEmpty
    }
  }
}

/// What the placeholders and sections of a template stand for.
typealias TemplateValues = [String: TemplateValue]

/// The placeholders and sections that a template may have.
indirect enum TemplateVocabulary: Sendable {
  case text
  case flag
  case list([String: TemplateVocabulary])

  /// What is in a section of lines.
  static let lines = TemplateVocabulary.list(["line": .text])

  /// What is in each section that is repeated.
  static let ofElements: [String: TemplateVocabulary] = ["first": .flag, "last": .flag]
}

/// What is wrong with a template, and where.
public struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The template's file.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// What is wrong.
  public let message: String

  /// The place, and what is wrong.
  public var description: String { "\(file):\(line): \(message)" }
}
