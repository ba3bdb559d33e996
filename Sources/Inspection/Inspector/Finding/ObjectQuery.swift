/// A query for the objects of a class, in an order.
///
/// ```swift
/// var query = ObjectQuery("Person")
/// query.criteria = "age > 30 AND lastName = 'Smith'"
/// query.order = [ObjectQuery.Order("age", isDescending: true)]
/// try file.forEachObject(matching: query) { person in
///   print(person)
///   return true
/// }
/// ```
public struct ObjectQuery: Hashable, Sendable {
  /// The class, given by its name or its table. Objects of its subclasses are found, too.
  public var className: String
  /// The key of the only object to find; nil for any.
  public var pk: Int64?
  /// The condition as SQL with the names of properties or columns: `age > 30 AND lastName =
  /// 'Smith'`.
  public var criteria: String?
  /// The terms of the order. nil comes before all values. Objects that are equal by these terms are
  /// sorted by their keys, as are all objects if there are no terms.
  public var order: [Order] = []
  /// The maximum number of objects; nil for all.
  public var limit: Int?

  /// Creates a query for all objects of a class.
  public init(_ className: String) { self.className = className }

  /// A property to sort by.
  ///
  /// See ``ObjectQuery``.
  public struct Order: Hashable, Sendable {
    /// The property's name.
    public var property: String
    /// Whether the greatest values come first.
    public var isDescending: Bool

    /// Creates a term that sorts by a property.
    public init(_ property: String, isDescending: Bool = false) {
      self.property = property
      self.isDescending = isDescending
    }
  }
}
