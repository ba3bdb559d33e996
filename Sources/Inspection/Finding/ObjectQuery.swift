/// Which objects of a class are wanted, and in what order.
public struct ObjectQuery: Hashable, Sendable {
  /// The class, by its name or its table. Objects of its subclasses are found, too.
  public var className: String
  /// The key of the only object wanted; nil for any.
  public var pk: Int64?
  /// What holds for them, as SQL with the names of properties or columns: `age > 30 AND lastName = 'Smith'`.
  public var criteria: String?
  /// By what they are sorted; objects that agree in it, and all without it, by their keys.
  public var order: [Order] = []
  /// How many are wanted at most; nil for all.
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
