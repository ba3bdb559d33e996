/// A page as a strict reader sees it, only for tests.
///
/// It accepts less than a browser does: every element is closed, every attribute is quoted, and
/// every special character is escaped. Anything else is a complaint.
struct HTMLPage {
  /// The start of an element.
  struct Element {
    var name: String
    var attributes: [String: String]
  }

  /// The elements in document order.
  private(set) var elements: [Element] = []
  /// The text of all elements, without scripts and styles.
  private(set) var text = ""
  /// The errors in the page.
  private(set) var complaints: [String] = []
  private var open: [String] = []
  private var rest: Substring.UTF8View

  private static let void: Set = ["meta", "link", "br", "input"]

  init(_ bytes: [UInt8]) {
    let whole = String(validating: bytes, as: UTF8.self)
    if whole == nil { complaints.append("this is no UTF-8") }
    let text = whole ?? ""
    rest = text[...].utf8
    complaints += text.unicodeScalars.filter(Self.isForbidden).map { "scalar \($0.value)" }
    while !rest.isEmpty, complaints.count < 20 { step() }
    if !open.isEmpty { complaints.append("not closed: \(open)") }
  }

  /// The values of an attribute.
  func values(of attribute: String) -> [String] { elements.compactMap { $0.attributes[attribute] } }

  /// The errors in the links and ids.
  var brokenLinks: [String] {
    let ids = values(of: "id")
    let known = Set(ids)
    let twice = ids.count == known.count ? [] : ["an id occurs twice"]
    return twice
      + values(of: "href").filter { $0 != "data:," }.filter {
        !$0.hasPrefix("#") || !known.contains(String($0.dropFirst()))
      }
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 9, 10: false
    case 0..<32, 127..<160, 0xFDD0...0xFDEF, 0x202A...0x202E, 0x2066...0x2069, 0x2028...0x2029: true
    default: scalar.value & 0xFFFE == 0xFFFE
    }
  }

  private mutating func step() {
    let start = rest.prefix { $0 != UInt8(ascii: "<") }
    if !start.isEmpty { take(text: String(Substring(start))) }
    rest = rest.dropFirst(start.count)
    guard !rest.isEmpty else { return }
    let tag = String(Substring(rest.prefix { $0 != UInt8(ascii: ">") }.dropFirst()))
    rest = rest.dropFirst(tag.utf8.count + 2)
    take(tag: tag)
  }

  private mutating func take(text: String) {
    if text.utf8.contains(UInt8(ascii: ">")) { complaints.append("a bare > in \(text.prefix(40))") }
    self.text += unescaped(text)
  }

  private mutating func take(tag: String) {
    if tag == "!DOCTYPE html" { return }
    if tag.hasPrefix("/") {
      let name = String(tag.dropFirst())
      if open.popLast() != name { complaints.append("</\(name)> closes nothing") }
      return
    }
    var reader = TagReader(tag)
    let element = reader.element()
    complaints += reader.complaints
    elements.append(element)
    guard !Self.void.contains(element.name), !reader.closesItself else { return }
    open.append(element.name)
    if element.name == "script" || element.name == "style" { skip(to: element.name) }
  }

  private mutating func skip(to name: String) {
    let end = Array("</\(name)>".utf8)
    while !rest.isEmpty, !rest.starts(with: end) { rest = rest.dropFirst() }
  }

  private mutating func unescaped(_ text: String) -> String {
    var reader = TagReader(text)
    let plain = reader.unescaped(text)
    complaints += reader.complaints
    return plain
  }
}

/// Reads a tag scalar by scalar, since a combining mark after a quote does not change the quote.
struct TagReader {
  private(set) var complaints: [String] = []
  private(set) var closesItself = false
  private let tag: String

  init(_ tag: String) { self.tag = tag }

  mutating func element() -> HTMLPage.Element {
    var body = tag.unicodeScalars[...]
    if body.last == "/" {
      closesItself = true
      body = body.dropLast()
    }
    let name = body.prefix { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    if name.isEmpty { complaints.append("a bare < before \(tag.prefix(40))") }
    return HTMLPage.Element(
      name: String(name), attributes: attributes(in: body.dropFirst(name.count)))
  }

  private mutating func attributes(in body: Substring.UnicodeScalarView) -> [String: String] {
    var (body, attributes) = (body, [String: String]())
    while let name = take(&body, while: { $0 != "=" && $0 != " " }) {
      guard body.first == "=" else {
        attributes[name] = ""
        continue
      }
      body = body.dropFirst()
      guard let quote = body.first, quote == "'" || quote == "\"" else {
        complaints.append("\(name) is not quoted in \(tag.prefix(60))")
        return attributes
      }
      body = body.dropFirst()
      let value = body.prefix { $0 != quote }
      body = body.dropFirst(value.count + 1)
      if name.hasPrefix("on") || name == "style" { complaints.append("attribute \(name)") }
      if attributes.updateValue(unescaped(String(value)), forKey: name) != nil {
        complaints.append("\(name) occurs twice")
      }
    }
    return attributes
  }

  private func take(
    _ body: inout Substring.UnicodeScalarView, while isPart: (Unicode.Scalar) -> Bool
  ) -> String? {
    body = body.drop { $0 == " " || $0 == "\n" }
    let part = body.prefix(while: isPart)
    body = body.dropFirst(part.count)
    return part.isEmpty ? nil : String(part)
  }

  private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]

  mutating func unescaped(_ text: String) -> String {
    let parts = text.unicodeScalars.split(separator: "&", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts.first ?? "".unicodeScalars[...])) {
      plain, part in
      let name = String(part.prefix { $0 != ";" })
      if let character = Self.entities[name] {
        plain += character
      } else if let number = UInt32(name.dropFirst()), let scalar = Unicode.Scalar(number) {
        plain.unicodeScalars.append(scalar)
      } else {
        complaints.append("a bare & before \(name.prefix(20))")
      }
      plain.unicodeScalars += part.dropFirst(name.unicodeScalars.count + 1)
    }
  }
}
