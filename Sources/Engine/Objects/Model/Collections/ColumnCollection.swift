/// A collection whose elements are in a child table. The standard collections and optionals of them
/// conform, and provide their entries in contiguous memory.
public protocol _ColumnCollection {
  /// The type of a dictionary's keys; `Never` for other collections.
  associatedtype _Key
  /// The type of the values that a codec stores: an array's or set's elements, a dictionary's
  /// values.
  associatedtype _Element
  /// The type of the number of elements: `Int`, or `Int?` if the collection may be nil.
  associatedtype _Count = Int
  /// The functions that make a collection and take it apart.
  static var _code: _CollectionCode<Self, _Key, _Element> { get }
}

/// A dictionary in a child table, or an optional one. This protocol only distinguishes overloads.
public protocol _ColumnDictionary: _ColumnCollection {}

/// The way in which the rows of a child table are identified.
@usableFromInline
package enum CollectionKind: Sendable {
  /// Rows are identified by position.
  case array
  /// Rows are identified by their value.
  case set
  /// Rows are identified by key.
  case dictionary
}

extension Array: _ColumnCollection {
  /// No keys.
  public typealias _Key = Never
  /// The elements.
  public typealias _Element = Element

  /// The functions that make arrays and take them apart.
  @inlinable
  public static var _code: _CollectionCode<[Element], Never, Element> {
    _CollectionCode(
      .array,
      make: { _, elements, count in
        if count == 0 { return [] }
        return [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
          buffer.baseAddress?.moveInitialize(from: elements, count: count)
          initialized = count
        }
      },
      visit: { whole, body in
        try whole.withUnsafeBufferPointer { try body(CollectionEntries(elements: $0)) }
      },
      remove: { whole, position, _, _ in
        whole.remove(at: position)
        return true
      },
      visitDifference: { old, new, body in
        let same = try old.withUnsafeBufferPointer { old in
          try new.withUnsafeBufferPointer { new in
            try CollectionEntries.visitDifference(from: old, to: new, body)
          }
        }
        if let same { old.follow(new, start: same.start, end: same.end) }
      })
  }
}

extension Set: _ColumnCollection {
  /// No keys.
  public typealias _Key = Never
  /// The elements.
  public typealias _Element = Element

  /// The functions that make sets and take them apart.
  @inlinable
  public static var _code: _CollectionCode<Set<Element>, Never, Element> {
    _CollectionCode(
      .set,
      make: { _, elements, count in
        var whole = Set<Element>(minimumCapacity: count)
        for position in 0..<count { whole.insert((elements + position).move()) }
        return whole
      },
      visit: { whole, body in
        try withElements(of: whole) { try body(CollectionEntries(elements: $0)) }
      },
      remove: { whole, _, _, element in whole.remove(element) != nil },
      visitDifference: { old, new, body in
        let (removed, added) = withElements(of: old) { olds in
          withElements(of: new) { news in
            let change = difference(
              from: LentTable(olds), to: LentTable(news), isGone: { !new.contains(olds[$0]) },
              isNew: { !old.contains(news[$0]) })
            return (change.removed.map { olds[$0] }, change.added.map { news[$0] })
          }
        }
        if removed.isEmpty && added.isEmpty { return }
        let sameCount = new.count - added.count
        let isFollowed = try removed.withUnsafeBufferPointer { removed in
          try added.withUnsafeBufferPointer { added in
            try body(
              CollectionEntries(elements: removed), CollectionEntries(elements: added), sameCount, 0
            )
          }
        }
        if isFollowed { old.follow(new, removed: removed, added: added) }
      })
  }
}

extension Dictionary: _ColumnDictionary {
  /// The keys.
  public typealias _Key = Key
  /// The values.
  public typealias _Element = Value

  /// The functions that make dictionaries and take them apart.
  @inlinable
  public static var _code: _CollectionCode<[Key: Value], Key, Value> {
    _CollectionCode(
      .dictionary,
      make: { keys, elements, count in
        guard let keys else { preconditionFailure("a dictionary's rows were read without keys") }
        var whole = [Key: Value](minimumCapacity: count)
        for position in 0..<count {
          let key = (keys + position).move()
          // Equal texts may be the keys of several rows. The first row counts, since its key stays.
          if let first = whole.updateValue((elements + position).move(), forKey: key) {
            whole.updateValue(first, forKey: key)
          }
        }
        return whole
      },
      visit: { whole, body in
        try withEntries(of: whole) { try body(CollectionEntries(keys: $0, elements: $1)) }
      },
      remove: { whole, _, key, _ in
        key.flatMap { whole.removeValue(forKey: $0) } != nil
      },
      visitDifference: { old, new, body in
        let (removed, added) = withEntries(of: old) { oldKeys, oldValues in
          withEntries(of: new) { keys, values in
            let change = difference(
              from: LentTable(oldKeys, oldValues), to: LentTable(keys, values),
              isGone: { new.index(forKey: oldKeys[$0]) == nil },
              isNew: { old.index(forKey: keys[$0]) == nil })
            return (
              change.removed.map { (key: oldKeys[$0], value: oldValues[$0]) },
              change.added.map { (key: keys[$0], value: values[$0]) }
            )
          }
        }
        if removed.isEmpty && added.isEmpty { return }
        let sameCount = new.count - added.count
        let isFollowed = try withEntries(of: removed) { oldKeys, oldValues in
          try withEntries(of: added) {
            try body(
              CollectionEntries(keys: oldKeys, elements: oldValues),
              CollectionEntries(keys: $0, elements: $1), sameCount, 0)
          }
        }
        if isFollowed { old.follow(new, removed: removed, added: added) }
      })
  }
}

extension Optional: _ColumnCollection where Wrapped: _ColumnCollection {
  /// The key of the dictionary.
  public typealias _Key = Wrapped._Key
  /// The element of the collection.
  public typealias _Element = Wrapped._Element
  /// A number, or nil for nil.
  public typealias _Count = Int?

  /// The functions that make collections that may be nil and take them apart. The value nil has no
  /// entries.
  @inlinable
  public static var _code: _CollectionCode<Wrapped?, Wrapped._Key, Wrapped._Element> {
    let base = Wrapped._code
    let visit: _CollectionCode<Wrapped?, Wrapped._Key, Wrapped._Element>.Visit = { whole, body in
      if let whole { try base.visit(whole, body) } else { try body(CollectionEntries()) }
    }
    return _CollectionCode(
      optional: base, visit: visit,
      remove: { whole, position, key, element in
        // The value in the optional is taken out, so that it is changed in place.
        guard var present = whole.take() else { return false }
        defer { whole = present }
        return base.remove(&present, position, key, element)
      },
      visitDifference: { old, new, body in
        if var former = old, let new {
          // Release the other reference, so that the collection is changed in place.
          old = nil
          defer { old = former }
          return try base.visitDifference(&former, new, body)
        }
        // At least one of them has no entries.
        var isFollowed = false
        try visit(old) { old in
          try visit(new) { if old.count + $0.count > 0 { isFollowed = try body(old, $0, 0, 0) } }
        }
        if isFollowed { old = new }
      })
  }
}

extension Optional: _ColumnDictionary where Wrapped: _ColumnDictionary {}
