/// The values of an object at one time, which may leave its session: the `Snapshot` of each persistent class.
///
/// A type of that name that a class declares itself takes its place. It conforms to this protocol if objects are to
/// be made of it: each of its stored properties then stands for the property of the same name.
public protocol ObjectSnapshot: Sendable, Codable {
  /// The class of the object.
  associatedtype Object: PersistentObject

  /// Takes the values of an object.
  init(_ object: Object)
}

extension ObjectSnapshot {
  /// The values by the names of properties, those of superclasses included.
  ///
  /// By reflection: a function of each class would make every class slower to compile.
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
