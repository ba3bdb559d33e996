import Foundation

/// A time that the engine sets in an object when it saves it.
public enum TimestampRole: Sendable {
  /// When the object was saved first. A `Date?` that has a value before keeps it.
  case createdAt
  /// When the object was saved last, with a change in some other property.
  case updatedAt
}

/// A property that the engine sets to the time of a save.
struct Timestamp: Sendable {
  /// The property's position in its class.
  let index: Int
  let role: TimestampRole
  private let property: PropertyDescription

  /// Nil for a property that keeps no such time.
  init?(_ property: PropertyDescription, at index: Int) {
    guard let role = property.declaration.timestamp else { return nil }
    self.index = index
    self.role = role
    self.property = property
  }

  /// Whether its type is one that can be set.
  var isDate: Bool { property is ValueProperty<Date> || property is ValueProperty<Date?> }

  /// Whether the first save sets it: a date that may be nil and is not was given by the program.
  func isWanted(inNew object: AnyObject) -> Bool {
    guard role == .createdAt, let optional = property as? ValueProperty<Date?> else { return true }
    return optional.get(object) == nil
  }

  func set(_ date: Date, in object: AnyObject) {
    if let property = property as? ValueProperty<Date> {
      property.set(object, date)
    } else if let property = property as? ValueProperty<Date?> {
      property.set(object, date)
    }
  }

  /// Keeps the value as it is, and gives what puts it back.
  func capture(_ object: AnyObject) -> () -> Void { property.capture(object) }
}
