import PersistentObjectsInspection

/// The first line of an export, with the classes of the following objects and the next keys.
///
/// ```json
/// {"format":1,"classes":[…],"nextKeys":{"person":17}}
/// ```
struct ExportHeader: Codable, Equatable {
  /// The model of the exported classes, and of those that they refer to.
  var model: StoreModel
  /// The next keys by table. Classes whose keys are not counted are absent.
  var nextKeys: [String: Int64]

  private enum CodingKeys: String, CodingKey { case nextKeys }

  init(model: StoreModel, nextKeys: [String: Int64]) {
    self.model = model
    self.nextKeys = nextKeys
  }

  init(from decoder: any Decoder) throws {
    model = try StoreModel(from: decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    nextKeys = try container.decodeIfPresent([String: Int64].self, forKey: .nextKeys) ?? [:]
  }

  func encode(to encoder: any Encoder) throws {
    try model.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(nextKeys, forKey: .nextKeys)
  }
}
