/// A query for objects of a class, in an order.
public struct ObjectQuery: Hashable, Sendable {
  /// The class, by its name or its table. Objects of its subclasses are found too.
  public var className: String
  /// The key of the only object wanted; nil for any.
  public var pk: Int64?
  /// The condition as SQL with the names of properties or columns: `age > 30 AND lastName =
  /// 'Smith'`.
  public var criteria: String?
  /// The terms of the order; objects that are equal in it, and all objects without it, are sorted
  /// by their keys.
  public var order: [Order] = []
  /// The maximum number of objects; nil for all.
  public var limit: Int?

  /// Asks for all objects of a class.
  public init(_ className: String) { self.className = className }

  /// A property to sort by.
  public struct Order: Hashable, Sendable {
    /// The property's name.
    public var property: String
    /// Whether the greatest come first.
    public var isDescending: Bool

    /// Sorts by a property.
    public init(_ property: String, isDescending: Bool = false) {
      self.property = property
      self.isDescending = isDescending
    }
  }
}
