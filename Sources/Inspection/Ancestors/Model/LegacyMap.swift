public import Foundation
import PersistentObjects
import PersistentObjectsInspection

/// Facts about an old file that a person supplies: original names, and the kinds of columns whose
/// values do not show them.
///
/// Everything is optional. As JSON:
/// ```json
/// {
///   "names": {"bookmark": {"u_r_l": "URL"}},
///   "classes": {"bookmark": "Bookmark"},
///   "kinds": {"bookmark": {"rating": "text"}},
///   "owners": {"person_group_members": "person"},
///   "yearsAhead": 543
/// }
/// ```
public struct LegacyMap: Sendable, Equatable {
  /// The names of properties, by table and column. A collection is identified by the suffix of its
  /// child table's name: `friends` for `person_friends`.
  public var names: [String: [String: String]]
  /// The names of classes, by table, including classes that had chosen another name for their
  /// table.
  public var classes: [String: String]
  /// The kinds of columns, by table and column.
  public var kinds: [String: [String: LegacyKind]]
  /// The tables to which child tables belong, by child table.
  public var owners: [String: String]
  /// The number of years that the writer's calendar was ahead of the Gregorian one; see
  /// ``LegacyCalendar/yearsAhead``.
  public var yearsAhead: Int

  /// Makes a map. An empty map adds nothing to what the file shows.
  public init(
    names: [String: [String: String]] = [:], classes: [String: String] = [:],
    kinds: [String: [String: LegacyKind]] = [:], owners: [String: String] = [:],
    yearsAhead: Int = 0
  ) {
    self.names = names
    self.classes = classes
    self.kinds = kinds
    self.owners = owners
    self.yearsAhead = yearsAhead
  }

  /// Makes a map from JSON.
  ///
  /// - Parameters:
  ///   - json: the text.
  ///   - source: the source of the text, such as the path of its file, for errors.
  /// - Throws: `PersistenceError` with the place of the problem if this is not such JSON. Entries
  ///   with other names are rejected, too.
  public init(json: Data, source: String? = nil) throws {
    do {
      self = try JSONDocument(json).decode(LegacyMap.self)
    } catch {
      let name = source.map { " \($0)" } ?? ""
      throw PersistenceError(
        .invalidModel, "The map of names\(name) cannot be used: \(error)", cause: error)
    }
  }
}

extension LegacyMap {
  /// The tables of the classes that the map names.
  var tables: [String: String] {
    Dictionary(classes.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
  }
}

extension LegacyMap: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case names, classes, kinds, owners, yearsAhead
  }

  /// Decodes the JSON of ``init(json:source:)``.
  public init(from decoder: any Decoder) throws {
    try Self.refuseUnknown(decoder)
    let map = try decoder.container(keyedBy: CodingKeys.self)
    names = try map.decodeIfPresent([String: [String: String]].self, forKey: .names) ?? [:]
    classes = try map.decodeIfPresent([String: String].self, forKey: .classes) ?? [:]
    kinds = try map.decodeIfPresent([String: [String: LegacyKind]].self, forKey: .kinds) ?? [:]
    owners = try map.decodeIfPresent([String: String].self, forKey: .owners) ?? [:]
    yearsAhead = try map.decodeIfPresent(Int.self, forKey: .yearsAhead) ?? 0
  }

  private static func refuseUnknown(_ decoder: any Decoder) throws {
    let known = CodingKeys.allCases.map(\.rawValue)
    let keys = try decoder.container(keyedBy: AnyKey.self).allKeys
    guard let key = keys.first(where: { !known.contains($0.stringValue) }) else { return }
    let entries = known.joined(separator: ", ")
    throw DecodingError.invalid(
      "a map has no entry \"\(key.stringValue)\"; its entries are \(entries)",
      at: decoder.codingPath)
  }
}

private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
