import Foundation

/// Figures of one part of the benchmark, for people as Markdown and for machines as JSON.
struct Table {
  let title: String
  let columns: [String]
  private(set) var rows: [[Cell]] = []
  /// A note for readers of the figures.
  var note: String?

  enum Cell {
    case text(String)
    case number(Double, digits: Int)
  }

  init(_ title: String, columns: [String]) {
    self.title = title
    self.columns = columns
  }

  mutating func append(_ cells: Cell...) {
    precondition(cells.count == columns.count, "\(title): a row has as many cells as columns")
    rows.append(cells)
  }

  func markdown() -> String {
    let lines = [columns] + [columns.map { _ in "---" }] + rows.map { $0.map(\.description) }
    let table = lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    return "### \(title)\n\n\(table)\n" + (note.map { "\n\($0)\n" } ?? "")
  }
}

extension Table.Cell: CustomStringConvertible, ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self = .text(text) }

  var description: String {
    switch self {
    case .text(let text): text
    case .number(let value, let digits): Self.grouped(String(format: "%.\(digits)f", value))
    }
  }

  static func count(_ value: Int) -> Self { .number(Double(value), digits: 0) }
  static func ratio(_ value: Double) -> Self { .number(value, digits: 2) }
  static func milliseconds(_ duration: Duration) -> Self {
    .number(duration / .milliseconds(1), digits: 2)
  }
  static func microseconds(_ duration: Duration) -> Self {
    .number(duration / .microseconds(1), digits: 1)
  }
  static func range(_ comparison: Comparison) -> Self {
    .text(String(format: "%.2f–%.2f", comparison.lowestRatio, comparison.highestRatio))
  }

  /// Returns the number with commas between thousands.
  private static func grouped(_ text: String) -> String {
    let parts = text.split(separator: ".", maxSplits: 1)
    var result = ""
    for (index, digit) in parts[0].enumerated() {
      let rest = parts[0].count - index
      if index > 0 && rest % 3 == 0 && result.last?.isNumber == true { result += "," }
      result.append(digit)
    }
    return parts.count > 1 ? result + "." + parts[1] : result
  }
}

extension Table: Encodable {
  private enum CodingKeys: String, CodingKey { case title, note, rows }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(title, forKey: .title)
    try container.encodeIfPresent(note, forKey: .note)
    try container.encode(
      rows.map { Dictionary(uniqueKeysWithValues: zip(columns, $0)) }, forKey: .rows)
  }
}

extension Table.Cell: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let value, _): try container.encode(value)
    }
  }
}
