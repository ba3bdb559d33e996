import Foundation
import PersistentObjects

/// When which index was imported, saved when all of it was.
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
