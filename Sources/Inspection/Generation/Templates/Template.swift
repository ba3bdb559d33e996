/// A text with placeholders to fill.
///
/// ```
/// template = { text | tag }
/// tag      = "{{" name "}}"                                    the text of that name
///          | "{{#" name "}}" template "{{/" name "}}"          once for each element; once for a text that is
///                                                              not empty and for a flag that is set
///          | "{{^" name "}}" template "{{/" name "}}"          where the other is not printed at all
///          | "{{>" name "}}"                                   another template, indented as the tag is
///          | "{{!" text "}}"                                   a comment
/// ```
///
/// A line that consists of a tag other than a placeholder is not printed. Elements have the flags
/// `first` and `last`. A name that an element does not have is looked up outside the element.
struct Template: Sendable {
  /// The template's file, for errors.
  let file: String
  let nodes: [Node]

  indirect enum Node: Sendable {
    case text(String)
    case placeholder(String, line: Int)
    case section(String, isInverted: Bool, [Node], line: Int)
    case template(String, indentation: String, line: Int)
  }

  /// Parses a template.
  init(_ text: String, file: String) throws(TemplateError) {
    self.file = file
    var parser = TemplateParser(text, file: file)
    nodes = try parser.parse()
  }
}

/// Parses a template from beginning to end.
private struct TemplateParser {
  private let file: String
  private var lines: ArraySlice<Substring>
  private var line = 0
  /// The rest of the line.
  private var rest: Substring = ""

  private enum Tag {
    case text(String)
    case placeholder(String)
    case begin(String, isInverted: Bool)
    case end(String)
    case template(String, indentation: String)
    case comment
  }

  init(_ text: String, file: String) {
    self.file = file
    lines =
      text.replacing("\r\n", with: "\n")
      .split(separator: "\n", omittingEmptySubsequences: false)[...]
  }

  mutating func parse() throws(TemplateError) -> [Template.Node] { try nodes(in: nil) }

  /// Parses the nodes up to the end of a section, or of the template.
  ///
  /// - Parameter section: the name and the line of the open section.
  private mutating func nodes(
    in section: (name: String, line: Int)?
  ) throws(TemplateError) -> [Template.Node] {
    var nodes: [Template.Node] = []
    while let tag = try next() {
      switch tag {
      case .text(let text): nodes.append(.text(text))
      case .placeholder(let name): nodes.append(.placeholder(name, line: line))
      case .template(let name, let indentation):
        nodes.append(.template(name, indentation: indentation, line: line))
      case .begin(let name, let isInverted):
        let beginning = line
        nodes.append(
          .section(
            name, isInverted: isInverted, try self.nodes(in: (name, beginning)), line: beginning))
      case .end(let name):
        guard section?.name == name else {
          throw error("{{/\(name)}} ends a section that was not begun")
        }
        return nodes
      case .comment: break
      }
    }
    guard let section else { return nodes }
    throw TemplateError(
      file: file, line: section.line, message: "the section \(section.name) is not ended")
  }

  private mutating func next() throws(TemplateError) -> Tag? {
    while rest.isEmpty {
      guard let first = lines.popFirst() else { return nil }
      line += 1
      if let tag = try alone(first) { return tag }
      // The last line has no newline.
      rest = lines.isEmpty ? first : first + "\n"
    }
    guard let open = rest.firstRange(of: "{{") else { return takeText(upTo: rest.endIndex) }
    if open.lowerBound > rest.startIndex { return takeText(upTo: open.lowerBound) }
    guard let close = rest.firstRange(of: "}}") else { throw error("{{ has no }} on its line") }
    let content = rest[open.upperBound..<close.lowerBound]
    rest = rest[close.upperBound...]
    return try tag(content)
  }

  private mutating func takeText(upTo end: Substring.Index) -> Tag {
    defer { rest = rest[end...] }
    return .text(String(rest[..<end]))
  }

  /// Returns the tag that a line consists of, unless it is a placeholder.
  private func alone(_ line: Substring) throws(TemplateError) -> Tag? {
    let text = line.drop { $0 == " " }
    guard text.hasPrefix("{{"), let end = text.firstRange(of: "}}"),
      text[end.upperBound...].allSatisfy({ $0 == " " }),
      ["#", "^", "/", "!", ">"].contains(text.dropFirst(2).first)
    else { return nil }
    let spaces = String(line[..<text.startIndex])
    return try tag(text[..<end.lowerBound].dropFirst(2), indentation: spaces)
  }

  private func tag(
    _ content: Substring, indentation: String = ""
  ) throws(TemplateError) -> Tag {
    let sign = content.first.flatMap { "#^/>!".contains($0) ? $0 : nil }
    if sign == "!" { return .comment }
    let name = String(sign == nil ? content : content.dropFirst())
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "-") }) else {
      throw error("{{\(content)}} is not a tag: a name has only letters")
    }
    return switch sign {
    case "#": .begin(name, isInverted: false)
    case "^": .begin(name, isInverted: true)
    case "/": .end(name)
    case ">": .template(name, indentation: indentation)
    default: .placeholder(name)
    }
  }

  private func error(_ message: String) -> TemplateError {
    TemplateError(file: file, line: line, message: message)
  }
}
