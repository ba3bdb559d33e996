/// An object, read without its class.
public struct InspectedObject: Hashable, Sendable {
  /// Its row.
  public let key: ObjectKey
  /// Its class, as the file records it.
  public let className: String
  /// Its properties in their order, inherited ones included.
  public let properties: [Property]

  /// A property with its value.
  public struct Property: Hashable, Sendable {
    /// The property's name.
    public let name: String
    /// The value of the property.
    public let value: InspectedValue
  }

  /// The value of a property; nil if there is none with the name.
  public subscript(name: String) -> InspectedValue? {
    properties.first { $0.name == name }?.value
  }
}
