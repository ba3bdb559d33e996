/// The objects of `Codable` classes read so far, by their entries.
///
/// An archive records no class, so an object gets the class that the first place that asks for its
/// entry declares. A place that declares another class, unless it is a superclass, gets its own
/// object.
struct DecodedObjects {
  private var objects: [Int: [AnyObject]] = [:]
  private var begun: Set<Place> = []

  private struct Place: Hashable {
    let uid: Int
    let type: ObjectIdentifier
  }

  /// Returns the object of an entry, if one of that type has been made.
  func object<Value>(_ uid: Int) -> Value? {
    objects[uid]?.lazy.compactMap { $0 as? Value }.first
  }

  func count(_ uid: Int) -> Int { objects[uid]?.count ?? 0 }

  mutating func add(_ uid: Int, object: AnyObject) { objects[uid, default: []].append(object) }

  /// Throws if the entry's object is already being made: decoding it would never end.
  mutating func begin(_ uid: Int, as type: Any.Type) throws(KeyedArchiveError) {
    guard begun.insert(Place(uid: uid, type: ObjectIdentifier(type))).inserted else {
      throw KeyedArchiveError(
        .objectRefused,
        "an object of class \(type) is part of itself; only NSCoding classes can be decoded that way"
      )
    }
  }

  mutating func end(_ uid: Int, as type: Any.Type) {
    begun.remove(Place(uid: uid, type: ObjectIdentifier(type)))
  }
}
