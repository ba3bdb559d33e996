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

  func without(_ deleted: Set<Identity>) -> Contents {
    deleted.isEmpty ? self : mapValues { $0.without(deleted) }
  }
}
