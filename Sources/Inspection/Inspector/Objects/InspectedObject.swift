/// An object, read without its class.
///
/// ```swift
/// if let person = try file.object(ObjectKey(table: "person", pk: 7)) {
///   for property in person.properties { print(property.name, property.value) }
/// }
/// ```
public struct InspectedObject: Hashable, Sendable {
  /// The object's table and key.
  public let key: ObjectKey
  /// The object's class, as the file records it.
  public let className: String
  /// The object's properties in their order, including inherited ones.
  public let properties: [Property]

  /// A property and its value.
  ///
  /// See ``InspectedObject``.
  public struct Property: Hashable, Sendable {
    /// The property's name.
    public let name: String
    /// The value of the property.
    public let value: InspectedValue
  }

  /// The value of a property; nil if there is none with that name.
  public subscript(name: String) -> InspectedValue? {
    properties.first { $0.name == name }?.value
  }
}
