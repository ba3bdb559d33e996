import PersistentObjects
import TestSupport

/// A property of a class, with the ways to read, change and compare it.
struct Field {
  let name: String
  /// The content without references; nil if the property never refers to objects, or always does.
  var empty: Content?
  /// Makes new content; nil if there is none.
  let random: (World) -> Content?
  /// Makes a change that fits the present content.
  let randomEdit: (Content, World) -> Edit?
  let read: (any PersistentObject, World) throws -> Content
  let edit: (Edit, any PersistentObject, World) throws -> Void
  let revert: (any PersistentObject, Session) throws -> Void
}

extension Field {
  /// Makes a property that is changed by assignment.
  init<Object: PersistentObject, Value>(
    _ name: String, _ path: ReferenceWritableKeyPath<Object, Value>, _ sample: Sample<Value>
  ) {
    self.init(
      name, path, sample, randomEdit: { _, world in sample.random(world).map { .assign($0) } },
      editInPlace: { edit, _, _ in preconditionFailure("\(edit) does not fit \(name)") })
  }

  fileprivate init<Object: PersistentObject, Value>(
    _ name: String, _ path: ReferenceWritableKeyPath<Object, Value>, _ sample: Sample<Value>,
    randomEdit: @escaping (Content, World) -> Edit?,
    editInPlace: @escaping (Edit, Object, World) throws -> Void
  ) {
    self.name = name
    random = sample.random
    self.randomEdit = { content, world in
      if world.random.once(in: 4) { return sample.random(world).map { .assign($0) } }
      return randomEdit(content, world)
    }
    read = { try sample.content(Self.cast($0, to: Object.self)[keyPath: path], $1) }
    edit = { edit, object, world in
      let object = try Self.cast(object, to: Object.self)
      guard case .assign(let content) = edit else { return try editInPlace(edit, object, world) }
      object[keyPath: path] = try sample.value(content, world)
    }
    revert = { object, session in
      try Self.revert(object, session, try Self.cast(object, to: Object.self), path)
    }
  }

  private static func cast<Object>(
    _ object: any PersistentObject, to type: Object.Type
  ) throws -> Object {
    guard let object = object as? Object else { throw Divergence("\(object) is no \(type)") }
    return object
  }

  private static func revert<Object: PersistentObject, Value>(
    _ whole: any PersistentObject, _ session: Session, _ object: Object,
    _ path: ReferenceWritableKeyPath<Object, Value>
  ) throws {
    try session.revert(object, path)
  }
}

// MARK: Collections

extension Field {
  /// An array.
  static func array<Object: PersistentObject, Value>(
    _ name: String, _ path: ReferenceWritableKeyPath<Object, [Value]>, _ sample: Sample<Value>
  ) -> Field {
    Field(
      name, path, sample.array, randomEdit: { randomArrayEdit($0, $1, sample) },
      editInPlace: { edit, object, world in
        switch edit {
        case .append(let element):
          object[keyPath: path].append(try sample.value(element, world))
        case .insert(let element, let index):
          object[keyPath: path].insert(try sample.value(element, world), at: index)
        case .replace(let index, let element):
          object[keyPath: path][index] = try sample.value(element, world)
        case .remove(let index): object[keyPath: path].remove(at: index)
        case .swap(let first, let second): object[keyPath: path].swapAt(first, second)
        case .removeAll: object[keyPath: path].removeAll()
        default: preconditionFailure("\(edit) does not fit an array")
        }
      })
  }

  private static func randomArrayEdit<Value>(
    _ content: Content, _ world: World, _ sample: Sample<Value>
  ) -> Edit? {
    guard case .list(let list) = content else { return nil }
    let index = list.isEmpty ? 0 : world.random.number(below: list.count)
    switch list.isEmpty ? world.random.number(below: 2) : world.random.number(below: 8) {
    case 0: return sample.random(world).map { .append($0) }
    case 1: return sample.random(world).map { .insert($0, index) }
    case 2, 3: return sample.random(world).map { .replace(index, $0) }
    case 4, 5: return .remove(index)
    case 6: return .swap(index, world.random.number(below: list.count))
    default: return .removeAll
    }
  }

  /// A set.
  static func set<Object: PersistentObject, Value: Hashable>(
    _ name: String, _ path: ReferenceWritableKeyPath<Object, Set<Value>>, _ sample: Sample<Value>
  ) -> Field {
    Field(
      name, path, sample.set,
      randomEdit: { content, world in
        guard case .set(let set) = content else { return nil }
        let member = world.random.pick(set.sorted { $0.description < $1.description })
        guard let member, world.random.once(in: 2) else {
          return sample.random(world).map { .insertMember($0) }
        }
        return world.random.once(in: 8) ? .removeAll : .removeMember(member)
      },
      editInPlace: { edit, object, world in
        switch edit {
        case .insertMember(let element):
          object[keyPath: path].insert(try sample.value(element, world))
        case .removeMember(let element):
          object[keyPath: path].remove(try sample.value(element, world))
        case .removeAll: object[keyPath: path].removeAll()
        default: preconditionFailure("\(edit) does not fit a set")
        }
      })
  }

  /// A dictionary.
  static func dictionary<Object: PersistentObject, Key: Hashable, Value>(
    _ name: String, _ path: ReferenceWritableKeyPath<Object, [Key: Value]>, by keys: Sample<Key>,
    _ sample: Sample<Value>
  ) -> Field {
    Field(
      name, path, sample.dictionary(by: keys),
      randomEdit: { content, world in
        guard case .dictionary(let dictionary) = content else { return nil }
        let key = world.random.pick(dictionary.keys.sorted { $0.description < $1.description })
        guard let key, world.random.once(in: 2) else {
          return keys.random(world).flatMap { key in
            sample.random(world).map { .setValue(key, $0) }
          }
        }
        return world.random.once(in: 8) ? .removeAll : .removeValue(key)
      },
      editInPlace: { edit, object, world in
        switch edit {
        case .setValue(let key, let element):
          object[keyPath: path][try keys.value(key, world)] = try sample.value(element, world)
        case .removeValue(let key): object[keyPath: path][try keys.value(key, world)] = nil
        case .removeAll: object[keyPath: path].removeAll()
        default: preconditionFailure("\(edit) does not fit a dictionary")
        }
      })
  }

  /// An array that may be nil.
  static func optionalArray<Object: PersistentObject, Value>(
    _ name: String, _ path: ReferenceWritableKeyPath<Object, [Value]?>, _ sample: Sample<Value>
  ) -> Field {
    Field(
      name, path, sample.array.optional,
      randomEdit: { content, world in
        guard content != .none else { return .assign(.list([])) }
        return randomArrayEdit(content, world, sample)
      },
      editInPlace: { edit, object, world in
        switch edit {
        case .append(let element):
          object[keyPath: path]?.append(try sample.value(element, world))
        case .insert(let element, let index):
          object[keyPath: path]?.insert(try sample.value(element, world), at: index)
        case .replace(let index, let element):
          object[keyPath: path]?[index] = try sample.value(element, world)
        case .remove(let index): object[keyPath: path]?.remove(at: index)
        case .swap(let first, let second): object[keyPath: path]?.swapAt(first, second)
        case .removeAll: object[keyPath: path]?.removeAll()
        default: preconditionFailure("\(edit) does not fit an array")
        }
      })
  }
}
