/// Finds the entries of a dictionary by their keys.
///
/// Most types ask for keys in the order in which they were written, so the search starts after the
/// key that was found last. If that fails in a long dictionary, an index of its keys is made.
final class DecodedFields {
  private let session: ValueDecodingSession
  private let keys: PropertyListReferences
  private let values: PropertyListReferences
  /// Whether these are the fields of the archive's outermost value.
  private let isOutermost: Bool
  private var next = 0
  /// The place that was read last. Types often try several readings of one field.
  private var last: Int?
  private var all: [(name: String, index: Int)]?
  private var indexes: [String: Int]?
  private static let longestScan = 12

  init(
    _ session: ValueDecodingSession, keys: PropertyListReferences, values: PropertyListReferences,
    isOutermost: Bool
  ) {
    self.session = session
    self.keys = keys
    self.values = values
    self.isOutermost = isOutermost
  }

  /// The keys that are strings. The session records damage and throws it at the end.
  var names: [String] {
    if isOutermost { session.outermost.take(found: true) }
    return (try? allNames().map(\.name)) ?? []
  }

  /// Returns the place of a key, or nil.
  func index(of key: String) throws -> Int? {
    let index = try find(key)
    if isOutermost, keys.count > 0 { session.outermost.take(found: index != nil) }
    guard let index else { return nil }
    next = index + 1
    return index
  }

  /// Returns the entry at a place, which is counted once however often it is read in a row.
  func entry(at index: Int) throws -> DecodedEntry {
    defer { last = index }
    return try session.entry(in: values, at: index, isCounted: index == last)
  }

  private func find(_ key: String) throws -> Int? {
    if next < keys.count, try session.isText(in: keys, at: next, equalTo: key) { return next }
    if keys.count > Self.longestScan { return try allIndexes()[key] }
    for index in 0..<keys.count where try session.isText(in: keys, at: index, equalTo: key) {
      return index
    }
    return nil
  }

  private func allIndexes() throws -> [String: Int] {
    if let indexes { return indexes }
    let all = Dictionary(try allNames().map { ($0.name, $0.index) }) { $1 }
    indexes = all
    return all
  }

  private func allNames() throws -> [(name: String, index: Int)] {
    if let all { return all }
    let names = try (0..<keys.count).compactMap { index in
      try name(at: index).map { (name: $0, index: index) }
    }
    all = names
    return names
  }

  private func name(at index: Int) throws -> String? {
    let key = try session.entry(in: keys, at: index, isCounted: false)
    guard case .text(let node) = key.value else { return nil }
    return try session.string(node)
  }
}
