import PersistentObjects
import PersistentObjectsCommandLine
import PersistentObjectsInspection

/// The printed form of objects and values.
struct ObjectPresentation {
  let file: InspectedFile
  /// The number of references to follow in a row.
  var depth = 0

  /// Returns a value. Its references are shown by name, or with their properties as far as the
  /// depth allows.
  func value(_ value: InspectedValue) throws -> OutputValue {
    try self.value(value, depth: depth, path: [])
  }

  /// Returns the properties of an object.
  func pairs(of object: InspectedObject) throws -> [OutputPair] {
    try object.properties.map {
      OutputPair($0.name, try value($0.value, depth: depth, path: [object.key]))
    }
  }

  private func value(
    _ value: InspectedValue, depth: Int, path: [ObjectKey]
  ) throws -> OutputValue {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let text), .number(let text), .time(let text): .text(text)
    case .bytes(let bytes): .bytes(bytes)
    case .reference(let key): try reference(key, depth, path)
    case .list(let values):
      .list(try values.map { try self.value($0, depth: depth, path: path) })
    case .entries(let entries): try self.entries(entries, depth, path)
    case .object(let name, let fields): try self.fields(name, fields, depth, path)
    case .unread(StandardCodec.storedValue, let stored) where file.foreign != nil:
      try self.value(InspectedValue(stored), depth: depth, path: path)
    case .unread(StandardCodec.storedValue, let stored): raw(stored)
    case .unread(let codec, let stored):
      .object([OutputPair("codec", .text(codec)), OutputPair("stored", raw(stored))])
    }
  }

  /// Returns a stored value whose type is not known. Bytes and infinite numbers have the forms of
  /// exported lines, since JSON would not tell them from texts.
  private func raw(_ stored: StoredValue) -> OutputValue {
    switch stored {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value) where value.isFinite: .real(value)
    case .real(let value): .object([OutputPair("real", .text(value.description))])
    case .text(let text): .text(text)
    case .bytes(let bytes): .object([OutputPair("bytes", .bytes(bytes))])
    }
  }

  /// Returns a reference. An object that is inside itself is only named.
  private func reference(
    _ key: ObjectKey, _ depth: Int, _ path: [ObjectKey]
  ) throws -> OutputValue {
    let name = OutputValue.text(file.name(of: key))
    guard depth > 0, !path.contains(key), let object = try file.object(key) else { return name }
    let properties = try object.properties.map {
      OutputPair($0.name, try value($0.value, depth: depth - 1, path: path + [key]))
    }
    return .object(([OutputPair("object", name)] + properties).withUniqueNames)
  }

  /// Returns the entries of a dictionary. If all keys are texts, they are the members of an object;
  /// otherwise they are pairs.
  private func entries(
    _ entries: [InspectedValue.Entry], _ depth: Int, _ path: [ObjectKey]
  ) throws -> OutputValue {
    let pairs = try entries.map {
      ($0.key, try value($0.value, depth: depth, path: path))
    }
    let names = pairs.compactMap { $0.0.name }
    if names.count == pairs.count {
      return .object(zip(names, pairs).map { OutputPair($0, $1.1) })
    }
    return .list(try pairs.map { .list([try value($0.0, depth: 0, path: []), $0.1]) })
  }

  private func fields(
    _ name: String?, _ fields: [InspectedValue.Field], _ depth: Int, _ path: [ObjectKey]
  ) throws -> OutputValue {
    let pairs = try fields.map {
      OutputPair($0.name, try value($0.value, depth: depth, path: path))
    }
    let type = name.map { [OutputPair("class", .text($0))] } ?? []
    return .object((type + pairs).withUniqueNames)
  }
}

extension [OutputPair] {
  /// The pairs, with names that are unique: a property may be called `object`, too.
  fileprivate var withUniqueNames: [OutputPair] {
    zip(map(\.name).unique, self).map { OutputPair($0, $1.value) }
  }
}

extension InspectedValue {
  /// The key as a name, if it can be one.
  fileprivate var name: String? {
    switch self {
    case .text(let text), .time(let text): text
    default: nil
    }
  }
}
