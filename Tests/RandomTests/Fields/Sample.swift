import PersistentObjects
import TestSupport

/// The way to make values of a type, and their form in the model.
struct Sample<Value> {
  /// Makes new content; nil if there is none.
  let random: (World) -> Content?
  let content: (Value, World) throws -> Content
  let value: (Content, World) throws -> Value
}

extension Sample where Value: Hashable {
  /// Values without identity.
  static func value(_ make: @escaping (inout RandomNumbers) -> Value?) -> Sample {
    Sample(
      random: { world in make(&world.random).map { .value(AnyHashable($0)) } },
      content: { value, _ in .value(AnyHashable(value)) },
      value: { content, _ in try plain(content) })
  }

  /// One of a few values.
  static func one(of values: [Value]) -> Sample { value { $0.pick(values) } }

  /// The value of a content.
  static func plain(_ content: Content) throws -> Value {
    guard case .value(let value) = content, let value = value.base as? Value else {
      throw Divergence("\(content) is no \(Value.self)")
    }
    return value
  }
}

extension Sample where Value: PersistentObject {
  /// References to objects of the class.
  static func reference(to kinds: Kind...) -> Sample {
    Sample(
      random: { world in world.target(Set(kinds)).map { .reference($0) } },
      content: { object, world in .reference(try world.identity(of: object)) },
      value: { content, world in
        guard case .reference(let identity) = content,
          let object = try world.object(identity) as? Value
        else { throw Divergence("\(content) is no \(Value.self)") }
        return object
      })
  }
}

extension Sample {
  /// Values that may be nil.
  var optional: Sample<Value?> {
    Sample<Value?>(
      random: { world in world.random.once(in: 4) ? Content.none : random(world) ?? Content.none },
      content: { value, world in try value.map { try content($0, world) } ?? Content.none },
      value: { content, world in content == .none ? nil : try value(content, world) })
  }

  /// Arrays.
  var array: Sample<[Value]> {
    Sample<[Value]>(
      random: { world in .list(several(world)) },
      content: { values, world in .list(try values.map { try content($0, world) }) },
      value: { whole, world in
        guard case .list(let list) = whole else { throw Divergence("\(whole) is no array") }
        return try list.map { try value($0, world) }
      })
  }

  func several(_ world: World) -> [Content] {
    let count =
      world.random.once(in: 40)
      ? 200 : world.random.once(in: 8) ? 20 : world.random.number(below: 5)
    return (0..<count).compactMap { _ in random(world) }
  }

  /// Dictionaries with these values.
  func dictionary<Key: Hashable>(by keys: Sample<Key>) -> Sample<[Key: Value]> {
    Sample<[Key: Value]>(
      random: { world in
        let pairs = keys.several(world).compactMap { key in random(world).map { (key, $0) } }
        return .dictionary(Dictionary(pairs) { $1 })
      },
      content: { values, world in
        let pairs = try values.map {
          (try keys.content($0.key, world), try content($0.value, world))
        }
        return .dictionary(Dictionary(pairs) { $1 })
      },
      value: { whole, world in
        guard case .dictionary(let dictionary) = whole else {
          throw Divergence("\(whole) is no dictionary")
        }
        let pairs = try dictionary.map {
          (try keys.value($0.key, world), try value($0.value, world))
        }
        return Dictionary(pairs) { $1 }
      })
  }
}

extension Sample where Value: Hashable {
  /// Sets.
  var set: Sample<Set<Value>> {
    Sample<Set<Value>>(
      random: { world in .set(Set(several(world))) },
      content: { values, world in .set(Set(try values.map { try content($0, world) })) },
      value: { whole, world in
        guard case .set(let set) = whole else { throw Divergence("\(whole) is no set") }
        return Set(try set.map { try value($0, world) })
      })
  }
}
