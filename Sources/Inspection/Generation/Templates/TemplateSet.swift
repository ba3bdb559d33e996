import Foundation

/// The templates of files, which are built in unless a folder replaces them.
///
/// ```swift
/// let templates = try TemplateSet(folder: "Templates")
/// ```
public struct TemplateSet: Sendable {
  private let templates: [String: Template]

  /// Creates a set. Each file `<name>.template` in the folder replaces the built-in template of
  /// that name.
  ///
  /// Throws ``TemplateError`` if the folder or a template cannot be read, and with the line if a
  /// template names something that does not exist.
  ///
  /// - Parameter folder: the folder; nil for the built-in templates.
  public init(folder: String? = nil) throws {
    var templates: [String: Template] = [:]
    for (name, text) in BuiltInTemplates.texts {
      templates[name] = try Template(text, file: "built-in \(name).template")
    }
    if let folder {
      for (name, text, path) in try Self.files(in: folder) {
        templates[name] = try Template(text, file: path)
      }
    }
    self.templates = templates
    var used: Set<String> = []
    for (name, vocabulary) in BuiltInTemplates.vocabularies.sorted(by: { $0.key < $1.key }) {
      guard let template = templates[name] else { continue }
      try check(template.nodes, [vocabulary], in: template, within: [name], &used)
    }
    try requireUse(used)
  }

  /// Throws an error for an unused template, whose name was probably misspelled.
  private func requireUse(_ used: Set<String>) throws {
    let names = used.union(BuiltInTemplates.texts.keys)
    guard let idle = templates.filter({ !names.contains($0.key) }).min(by: { $0.key < $1.key })
    else { return }
    throw TemplateError(
      file: idle.value.file, line: 1,
      message: "no template uses it; the built-in ones are \(BuiltInTemplates.fileNames)")
  }

  private static func files(
    in folder: String
  ) throws -> [(name: String, text: String, path: String)] {
    try names(in: folder).map { name in
      let path = folder + "/" + name
      let text: String
      do {
        text = try String(contentsOfFile: path, encoding: .utf8)
      } catch {
        throw TemplateError(
          file: path, line: nil, message: "the file cannot be read, or is not UTF-8 text")
      }
      return (String(name.dropLast(".template".count)), text, path)
    }
  }

  private static func names(in folder: String) throws -> [String] {
    guard let all = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw TemplateError(
        file: folder, line: nil, message: "it is missing, is not a folder, or cannot be read")
    }
    let names = all.filter { $0.hasSuffix(".template") }.sorted()
    if names.isEmpty {
      throw TemplateError(
        file: folder, line: nil,
        message: "there is no template; the built-in ones are \(BuiltInTemplates.fileNames)")
    }
    return names
  }

  // MARK: Checking

  private func check(
    _ nodes: [Template.Node], _ scopes: [[String: TemplateVocabulary]], in template: Template,
    within names: [String], _ used: inout Set<String>
  ) throws {
    for node in nodes {
      switch node {
      case .text: break
      case .placeholder(let name, let line):
        guard case .text = try word(name, scopes, template, line) else {
          throw TemplateError(
            file: template.file, line: line,
            message: "\(name) is a section: {{#\(name)}} … {{/\(name)}}")
        }
      case .section(let name, _, let inner, let line):
        let word = try word(name, scopes, template, line)
        var scopes = scopes
        if case .list(let own) = word {
          scopes.append(own.merging(TemplateVocabulary.ofElements) { $1 })
        }
        try check(inner, scopes, in: template, within: names, &used)
      case .template(let name, _, let line):
        guard let other = templates[name] else {
          throw TemplateError(
            file: template.file, line: line, message: "there is no template \(name).template")
        }
        guard !names.contains(name) else {
          throw TemplateError(
            file: template.file, line: line, message: "the template \(name) is part of itself")
        }
        used.insert(name)
        try check(other.nodes, scopes, in: other, within: names + [name], &used)
      }
    }
  }

  private func word(
    _ name: String, _ scopes: [[String: TemplateVocabulary]], _ template: Template, _ line: Int
  ) throws -> TemplateVocabulary {
    if let word = scopes.reversed().lazy.compactMap({ $0[name] }).first { return word }
    let known = Set(scopes.flatMap(\.keys)).sorted().joined(separator: ", ")
    throw TemplateError(
      file: template.file, line: line, message: "there is no \(name) here; there are \(known)")
  }

  // MARK: Filling

  /// Fills a template. It has been checked, so each name exists.
  func text(of name: String, _ values: TemplateValues) -> String {
    var text = ""
    append(templates[name]?.nodes ?? [], [values], to: &text)
    return text
  }

  private func append(_ nodes: [Template.Node], _ scopes: [TemplateValues], to text: inout String) {
    for node in nodes {
      switch node {
      case .text(let piece): text += piece
      case .placeholder(let name, _):
        if case .text(let value)? = value(name, scopes) { text += value }
      case .section(let name, let isInverted, let inner, _):
        let value = value(name, scopes) ?? .flag(false)
        if isInverted {
          if !value.isShown { append(inner, scopes, to: &text) }
        } else {
          append(inner, of: value, scopes, to: &text)
        }
      case .template(let name, let indentation, _):
        var part = ""
        append(templates[name]?.nodes ?? [], scopes, to: &part)
        text += indentation.isEmpty ? part : part.indented(by: indentation)
      }
    }
  }

  private func append(
    _ nodes: [Template.Node], of value: TemplateValue, _ scopes: [TemplateValues],
    to text: inout String
  ) {
    guard case .list(let elements) = value else {
      if value.isShown { append(nodes, scopes, to: &text) }
      return
    }
    for (position, element) in elements.enumerated() {
      var element = element
      element["first"] = .flag(position == 0)
      element["last"] = .flag(position == elements.count - 1)
      append(nodes, scopes + [element], to: &text)
    }
  }

  private func value(_ name: String, _ scopes: [TemplateValues]) -> TemplateValue? {
    scopes.reversed().lazy.compactMap { $0[name] }.first
  }
}

extension String {
  /// Returns the text with spaces before each line that is not empty.
  fileprivate func indented(by spaces: String) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : spaces + $0 }.joined(separator: "\n")
  }
}
