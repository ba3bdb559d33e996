public import Foundation
public import PersistentObjectsInspection

extension StoreModel {
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
}
