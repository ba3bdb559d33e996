/// The values of an object at one time, which may leave its session. Each persistent class has such
/// a type, `Snapshot`.
///
/// A class may declare a type of that name itself, which then replaces the generated one. Let it
/// conform to this protocol if objects are to be made from it: each of its stored properties then
/// represents the property of the same name.
public protocol ObjectSnapshot: Sendable, Codable {
  /// The class of the object.
  associatedtype Object: PersistentObject

  /// Creates a snapshot with the values of an object.
  init(_ object: Object)
}

extension ObjectSnapshot {
  /// The values by property name, including those of superclasses.
  ///
  /// This uses reflection, since a generated function would make every class slower to compile.
  var contents: [String: Any] {
    var contents: [String: Any] = [:]
    for case (let name?, let value) in Mirror(reflecting: self).children {
      if name == "inherited", let inherited = value as? any ObjectSnapshot {
        contents.merge(inherited.contents) { own, _ in own }
      } else {
        contents[name] = value
      }
    }
    return contents
  }
}
