import Foundation

/// The place of a value in an order of Foundation's values: by their kinds, then numbers, then
/// bytes.
struct ValueOrder: Comparable {
  private let kind: Int
  private let number: Double
  private let bytes: [UInt8]

  /// Returns things in the order of their values. Those whose values have no place, such as objects
  /// of other classes, come last, in the order in which they are given.
  static func sorted<Thing>(_ things: [Thing], by value: (Thing) -> Any) -> [Thing] {
    var placed: [(place: ValueOrder, thing: Thing)] = []
    var others: [Thing] = []
    for thing in things {
      if let place = ValueOrder(value(thing)) {
        placed.append((place, thing))
      } else {
        others.append(thing)
      }
    }
    return placed.sorted { $0.place < $1.place }.map(\.thing) + others
  }

  private init?(_ value: Any) {
    switch value {
    case let number as NSNumber:
      self.init(1, number: number.doubleValue, bytes: Array(number.stringValue.utf8))
    case let text as String: self.init(2, bytes: Array(text.utf8))
    case let date as Date: self.init(3, number: date.timeIntervalSinceReferenceDate)
    case let data as Data: self.init(4, bytes: Array(data))
    case let url as URL:
      let base = url.baseURL?.absoluteString ?? ""
      self.init(5, bytes: Array("\(url.relativeString)\0\(base)".utf8))
    case let uuid as UUID: self.init(6, bytes: Array(uuid.uuidString.utf8))
    case is NSNull: self.init(7)
    case let locale as Locale: self.init(8, bytes: Array(locale.identifier.utf8))
    case let zone as TimeZone: self.init(9, bytes: Array(zone.identifier.utf8))
    default: return nil
    }
  }

  private init(_ kind: Int, number: Double = 0, bytes: [UInt8] = []) {
    (self.kind, self.number, self.bytes) = (kind, number, bytes)
  }

  static func < (left: ValueOrder, right: ValueOrder) -> Bool {
    if left.kind != right.kind { return left.kind < right.kind }
    // NaN, which is less than nothing and greater than nothing, comes first.
    if left.number != right.number, !(left.number.isNaN && right.number.isNaN) {
      return left.number.isNaN || left.number < right.number
    }
    return left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
