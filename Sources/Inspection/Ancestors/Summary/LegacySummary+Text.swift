extension LegacySummary: CustomStringConvertible {
  /// The summary as plain lines: each class with its properties and the doubts about it, and
  /// finally the doubts about the file. Each doubt is preceded by its weight.
  public var description: String {
    (classes.map(\.description) + [doubts.map { "\($0.line)\n" }.joined()])
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

extension LegacyClassSummary: CustomStringConvertible {
  /// The class as plain lines.
  public var description: String {
    var lines = ["\(type.name) (table \(type.table)): \(objectCount) objects\(lastKey)"]
    for (property, forms) in zip(type.properties, properties) {
      lines.append("  \(property.name): \(property.kind.rawValue)\(Self.text(forms))")
    }
    for (collection, forms) in zip(type.collections, collections) {
      lines.append("  \(collection.name): \(collection.shape.rawValue)\(Self.text(forms))")
    }
    lines += doubts.map { "  \($0.line)" }
    return lines.map { "\($0)\n" }.joined()
  }

  private var lastKey: String { type.lastKey.map { ", last key \($0)" } ?? "" }

  private static func text(_ forms: [String: Int64]) -> String {
    if forms.isEmpty { return "" }
    let parts = forms.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return " (\(parts.joined(separator: ", ")))"
  }
}

extension LegacyDoubtCount {
  fileprivate var line: String { "\(first.kind.weight.rawValue): \(description)" }
}
