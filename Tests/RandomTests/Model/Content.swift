/// An object in the model, whatever happens to the object in the store.
typealias Identity = Int

/// The content of a property, in the model's own terms.
enum Content: Hashable {
  /// Always nil.
  case none
  case value(AnyHashable)
  case reference(Identity)
  case list([Content])
  case set(Set<Content>)
  case dictionary([Content: Content])
}

extension Content {
  /// The objects that the content refers to.
  var references: [Identity] {
    switch self {
    case .none, .value: []
    case .reference(let identity): [identity]
    case .list(let contents): contents.flatMap(\.references)
    case .set(let contents): contents.flatMap(\.references)
    case .dictionary(let contents): contents.values.flatMap(\.references)
    }
  }

  /// The content after objects are deleted.
  func without(_ deleted: Set<Identity>) -> Content {
    func isKept(_ content: Content) -> Bool {
      if case .reference(let identity) = content { !deleted.contains(identity) } else { true }
    }
    return switch self {
    case .none, .value: self
    case .reference: isKept(self) ? self : .none
    case .list(let contents): .list(contents.filter(isKept))
    case .set(let contents): .set(contents.filter(isKept))
    case .dictionary(let contents): .dictionary(contents.filter { isKept($0.value) })
    }
  }
}

extension Content {
  /// Whether another content is the same to the bit. Equal texts may differ in their bytes, and 0
  /// equals −0.
  func isSame(as other: Content) -> Bool {
    switch (self, other) {
    case (.value(let left), .value(let right)):
      left == right && Self.bits(of: left) == Self.bits(of: right)
    case (.list(let left), .list(let right)):
      left.elementsEqual(right) { $0.isSame(as: $1) }
    case (.set(let left), .set(let right)):
      left == right
        && left.allSatisfy { one in
          right.firstIndex(of: one).map { right[$0].isSame(as: one) } ?? false
        }
    case (.dictionary(let left), .dictionary(let right)):
      left.count == right.count
        && left.allSatisfy { key, value in
          right.index(forKey: key).map {
            right[$0].key.isSame(as: key) && right[$0].value.isSame(as: value)
          } ?? false
        }
    default: self == other
    }
  }

  /// The part of a value in which equal values may differ.
  private static func bits(of value: AnyHashable) -> [UInt8] {
    switch value.base {
    case let text as String: Array(text.utf8)
    case let character as Character: Array(character.utf8)
    case let number as Double: [number.sign == .minus ? 1 : 0]
    case let number as Float: [number.sign == .minus ? 1 : 0]
    default: []
    }
  }
}

extension Content: CustomStringConvertible {
  var description: String {
    switch self {
    case .none: "nil"
    case .value(let value): "\(value)"
    case .reference(let identity): "#\(identity)"
    case .list(let contents): "\(contents)"
    case .set(let contents): "{\(contents.map(\.description).sorted().joined(separator: ", "))}"
    case .dictionary(let contents):
      "[\(contents.map { "\($0): \($1)" }.sorted().joined(separator: ", "))]"
    }
  }
}

/// The contents of an object's properties, by name.
typealias Contents = [String: Content]

extension Contents {
  var references: Set<Identity> { Set(values.flatMap(\.references)) }

  /// Whether other contents are the same to the bit.
  func isSame(as other: Contents) -> Bool {
    count == other.count && allSatisfy { name, content in other[name]?.isSame(as: content) == true }
  }

  func without(_ deleted: Set<Identity>) -> Contents {
    deleted.isEmpty ? self : mapValues { $0.without(deleted) }
  }
}
