/// The values of an object at one time, which may leave its session. Each persistent class has such
/// a type, `Snapshot`.
///
/// ```swift
/// let json = try JSONEncoder().encode(person.snapshot)
/// let snapshot = try JSONDecoder().decode(Person.Snapshot.self, from: json)
/// let another = try Person(snapshot, in: session)  // a new object with the same values
/// ```
///
/// A class may declare a type of that name itself, which then replaces the generated one. Let it
/// conform to this protocol if objects are to be made from it: each of its stored properties then
/// represents the property of the same name.
public protocol ObjectSnapshot: Sendable, Codable, CustomStringConvertible {
  /// The class of the object.
  associatedtype Object: PersistentObject

  /// Creates a snapshot with the values of an object.
  init(_ object: Object)
}

extension ObjectSnapshot {
  /// The class and the key, and each property with its value, inherited ones first; long values and
  /// collections show their beginning.
  public var description: String {
    var (key, parts) = ("new", [String]())
    for (name, value) in fields {
      if name == "pk", let pk = value as? Int64? {
        key = pk.map(String.init) ?? key
      } else {
        parts.append("\(name): \(shortText(of: value))")
      }
    }
    return "\(Object._entity.className)#\(key)(\(parts.joined(separator: ", ")))"
  }

  /// The values by property name, including those of superclasses.
  var contents: [String: Any] { Dictionary(fields) { inherited, _ in inherited } }

  /// The names and values of the properties, those of superclasses first.
  ///
  /// This uses reflection, since a generated function would make every class slower to compile.
  private var fields: [(String, Any)] {
    Mirror(reflecting: self).children.flatMap { child -> [(String, Any)] in
      guard let name = child.label else { return [] }
      guard name == "inherited", let inherited = child.value as? any ObjectSnapshot else {
        return [(name, child.value)]
      }
      return inherited.fields
    }
  }
}
