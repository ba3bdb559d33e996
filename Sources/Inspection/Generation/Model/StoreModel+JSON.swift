public import Foundation

extension StoreModel {
  /// The format that this version reads and writes.
  public static let currentFormat = 1

  /// Creates a model from JSON, and checks it.
  ///
  /// Throws ``ModelError``, which names the class and the property. A key that means nothing is a
  /// problem, too, since it would be ignored.
  ///
  /// - Parameter source: the source of the text, for errors.
  public init(json: Data, source: String) throws {
    self = try ModelText(json, source: source).decode(StoreModel.self)
    try check(source: source)
  }

  /// Returns the model as readable JSON, with names in a fixed order and each property on separate
  /// lines.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
