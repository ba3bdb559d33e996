/// Finds the entries of a dictionary by their keys.
///
/// Types mostly ask for keys in the order in which they were written, so the search begins behind
/// the key found last. A long dictionary gets an index when that does not succeed at once.
final class DecodedFields {
  let values: PropertyListReferences
  private let archive: KeyedArchiveReader
  private let keys: PropertyListReferences
  private var next = 0
  private var indexes: [String: Int]?
  private static let longestScan = 12

  init(
    _ archive: KeyedArchiveReader, keys: PropertyListReferences, values: PropertyListReferences
  ) {
    self.archive = archive
    self.keys = keys
    self.values = values
  }

  /// The keys that are strings.
  var names: [String] { (0..<keys.count).compactMap { try? name($0) } }

  /// The place of a key, or nil.
  func index(of key: String) throws -> Int? {
    guard let index = try find(key) else { return nil }
    next = index + 1
    return index
  }

  private func find(_ key: String) throws -> Int? {
    if next < keys.count, try has(key, at: next) { return next }
    if keys.count > Self.longestScan { return allIndexes()[key] }
    for index in 0..<keys.count where try has(key, at: index) { return index }
    return nil
  }

  private func allIndexes() -> [String: Int] {
    if let indexes { return indexes }
    var all = [String: Int](minimumCapacity: keys.count)
    for index in 0..<keys.count {
      if let name = try? name(index) { all[name] = index }
    }
    indexes = all
    return all
  }

  private func has(_ key: String, at index: Int) throws -> Bool {
    switch try archive.value(try archive.uid(keys, index)) {
    case .text(let node): try archive.propertyList.isText(node, equalTo: key)
    default: false
    }
  }

  private func name(_ index: Int) throws -> String? {
    guard case .text(let node) = try archive.value(try archive.uid(keys, index)) else { return nil }
    return try archive.propertyList.string(node)
  }
}
