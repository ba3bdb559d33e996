import Foundation
import PersistentObjectsCommandLine

/// Fields as values. An invalid field is an error that names the line.
extension Stanza {
  /// Returns the result of `parse` for a field; nil if there is no such field.
  func value<Value>(_ name: String, _ parse: (String) throws -> Value?) throws -> Value? {
    guard let text = self[name] else { return nil }
    let value: Value?
    do {
      value = try parse(text)
    } catch let error as MalformedText {
      throw failure(in: name, error)
    }
    if let value { return value }
    let shown = text.cut(to: 60)
    throw failure(in: name, MalformedText("'\(shown)' is not a \(Value.self)"))
  }

  func integer(_ name: String) throws -> Int? { try value(name) { Int($0) } }

  func version() throws -> DebianVersion {
    try value("Version") { try DebianVersion($0) } ?? DebianVersion("")
  }

  func relations(_ name: String) throws -> [Relation] {
    try value(name) { try Relation.list($0) } ?? []
  }

  /// The name of the source package. It is the package's own name unless the index names another.
  /// The text after it, as in `gcc-defaults (1.203)`, is the source's version.
  var sourceName: String {
    let source = self["Source"] ?? self[required: "Package"]
    return String(source.prefix { $0 != " " })
  }

  /// The debtags, each once. Commas, blanks and newlines separate them.
  var tags: Set<String> {
    let field = self["Tag"] ?? ""
    let tags = field.utf8.split {
      $0 == UInt8(ascii: ",") || $0.isBlank || $0 == UInt8(ascii: "\n")
    }
    return Set(tags.map { String(Substring($0)) })
  }

  func provisions() throws -> [Provision] {
    try value("Provides") { try Relation.list($0).map(Provision.init) } ?? []
  }

  /// Returns the relations of a field as texts; nil if there is no such field.
  private func texts(_ name: String) throws -> [String]? {
    try value(name) { try Relation.list($0) }?.map(\.description)
  }

  func otherRelations() throws -> OtherRelations? {
    let others = OtherRelations(
      preDepends: try texts("Pre-Depends"), recommends: try texts("Recommends"),
      suggests: try texts("Suggests"), enhances: try texts("Enhances"),
      breaks: try texts("Breaks"), conflicts: try texts("Conflicts"),
      replaces: try texts("Replaces"))
    return others.count > 0 ? others : nil
  }
}
