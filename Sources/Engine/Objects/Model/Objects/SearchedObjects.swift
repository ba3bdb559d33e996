/// The stored objects of a session that a search for unsaved ones has visited, so that the next
/// save need not visit them again. They refer only to each other and to objects that wait to be
/// searched.
///
/// Objects know the number of the search (``_ObjectState/search``). One that is released leaves by
/// itself.
struct SearchedObjects {
  /// The greatest number that an object can keep.
  private static let lastNumber: UInt8 = 63

  /// The number of the search; 0 if there is none.
  private var number: UInt8 = 0
  private var usedNumber: UInt8 = 0
  /// The number of rows above which a new search costs no more, so that everything is forgotten.
  private var limit = 0
  /// The visited objects that have changed since. Some may have been saved, some are repeated.
  private(set) var changed: [ReferenceKey] = []
  /// The objects that were not visited, or have other references since.
  private(set) var waiting: [ReferenceKey] = []

  var isEmpty: Bool { number == 0 }

  func contains(_ state: borrowing _ObjectState) -> Bool { number != 0 && state.search == number }

  /// Begins with no objects.
  ///
  /// - Parameter reset: sets the number of each object of the session to 0.
  mutating func begin(reset: () -> Void) {
    forget()
    if usedNumber == Self.lastNumber {
      reset()
      usedNumber = 0
    }
    usedNumber += 1
    (number, limit) = (usedNumber, 64)
  }

  mutating func forget() {
    if number == 0 { return }
    number = 0
    changed = []
    waiting = []
  }

  /// Adds an object whose references are visited next.
  mutating func insert(_ object: some PersistentObject) {
    object._object.search = number
    limit += 2
    if object._object.changed != 0 { note(object, in: \.changed) }
  }

  /// Notes that an object has unsaved changes now.
  mutating func noteChange(of object: some PersistentObject) {
    if contains(object._object) { note(object, in: \.changed) }
  }

  /// Notes that an object refers to others without having changed: they were read.
  mutating func noteReferences(of object: some PersistentObject) {
    if !contains(object._object) { return }
    object._object.search = 0
    note(object, in: \.waiting)
  }

  /// Notes that a visited object may have come to refer to this one.
  mutating func noteReferrer(of object: some PersistentObject) {
    if number != 0 && !contains(object._object) { note(object, in: \.waiting) }
  }

  private mutating func note(
    _ object: some PersistentObject, in list: WritableKeyPath<Self, [ReferenceKey]>
  ) {
    guard number != 0, let key = ReferenceKey(of: object) else { return }
    self[keyPath: list].append(key)
    if changed.count + waiting.count > limit { forget() }
  }

  /// Removes and returns the objects that wait.
  mutating func takeWaiting() -> [ReferenceKey] {
    defer { waiting = [] }
    return waiting
  }

  /// Keeps only those of the changed objects that satisfy a condition.
  mutating func keepChanged(where isKept: (ReferenceKey) -> Bool) {
    changed.removeAll { !isKept($0) }
  }
}
