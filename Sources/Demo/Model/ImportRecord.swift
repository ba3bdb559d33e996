import Foundation
import PersistentObjects

/// A record of a completed import of an index.
@Persistent final class ImportRecord {
  var file: String
  var importedAt: Date
  var seconds: Double
  var packages: Int
  @Column(.version) var version: Int

  static let rules: [Rule<ImportRecord>] = [
    .notEmpty(\.file), .range(\.seconds, 0...), .range(\.packages, 1...),
  ]
}
