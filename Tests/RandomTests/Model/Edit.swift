/// A change of a property, to be made in the object and in the model.
enum Edit {
  case assign(Content)
  // Changes in place of arrays,
  case append(Content)
  case insert(Content, Int)
  case replace(Int, Content)
  case remove(Int)
  case swap(Int, Int)
  case removeAll
  // of sets and dictionaries.
  case insertMember(Content)
  case removeMember(Content)
  case setValue(Content, Content)
  case removeValue(Content)

  func apply(to content: inout Content) {
    switch (self, content) {
    case (.assign(let new), _): content = new
    case (_, .list(var list)):
      apply(to: &list)
      content = .list(list)
    case (_, .set(var set)):
      apply(to: &set)
      content = .set(set)
    case (_, .dictionary(var dictionary)):
      apply(to: &dictionary)
      content = .dictionary(dictionary)
    default: preconditionFailure("\(self) does not fit \(content)")
    }
  }

  private func apply(to list: inout [Content]) {
    switch self {
    case .append(let element): list.append(element)
    case .insert(let element, let index): list.insert(element, at: index)
    case .replace(let index, let element): list[index] = element
    case .remove(let index): list.remove(at: index)
    case .swap(let first, let second): list.swapAt(first, second)
    case .removeAll: list.removeAll()
    default: preconditionFailure("\(self) does not fit an array")
    }
  }

  private func apply(to set: inout Set<Content>) {
    switch self {
    case .insertMember(let element): set.insert(element)
    case .removeMember(let element): set.remove(element)
    case .removeAll: set.removeAll()
    default: preconditionFailure("\(self) does not fit a set")
    }
  }

  private func apply(to dictionary: inout [Content: Content]) {
    switch self {
    case .setValue(let key, let element): dictionary[key] = element
    case .removeValue(let key): dictionary[key] = nil
    case .removeAll: dictionary.removeAll()
    default: preconditionFailure("\(self) does not fit a dictionary")
    }
  }
}
