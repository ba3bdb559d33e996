import Foundation

/// A time that the engine sets in an object when it saves it.
///
/// ```swift
/// @Column(.createdAt) var made: Date
/// @Column(.updatedAt) var changed: Date?
/// ```
public enum TimestampRole: Sendable {
  /// The time of the first save. A `Date?` that already has a value keeps it.
  case createdAt
  /// The time of the last save with a change in another property.
  case updatedAt
}

/// A property that the engine sets to the time of a save.
struct Timestamp {
  /// The property's position in its class.
  let index: Int
  let role: TimestampRole
  private let property: PropertyDescription

  /// Makes the timestamp of a property; nil if the property has no such role.
  init?(_ property: PropertyDescription, at index: Int) {
    guard let role = property.declaration.timestamp else { return nil }
    self.index = index
    self.role = role
    self.property = property
  }

  /// Whether the property's type can hold a time.
  var isDate: Bool { property is ValueProperty<Date> || property is ValueProperty<Date?> }

  /// Whether the first save sets the property. A creation date that is optional and has a value was
  /// set by the program and is kept.
  func isWanted(inNew object: AnyObject) -> Bool {
    guard role == .createdAt, let optional = property as? ValueProperty<Date?> else { return true }
    return optional.get(object) == nil
  }

  func set(_ date: Date, in object: AnyObject) {
    (property as? ValueProperty<Date>)?.set(object, date)
    (property as? ValueProperty<Date?>)?.set(object, date)
  }

  /// Captures the current value and returns a closure that restores it.
  func capture(_ object: AnyObject) -> () -> Void { property.capture(object) }
}
