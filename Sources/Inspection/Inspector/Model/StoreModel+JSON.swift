import Foundation

extension StoreModel {
  /// The format that this version reads and writes.
  public static let currentFormat = 1

  /// Returns the model as readable JSON, with names in a fixed order and each property on separate
  /// lines.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
