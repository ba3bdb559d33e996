/// Writes child rows in one save: the connection, and the state kept from one object to the next.
final class ChildWriter {
  /// The smallest number of rows of a collection for which one statement pays off.
  static let fewestTogether = 8

  let connection: Connection
  /// Forms that are compared, for each depth of collections in collections.
  private var forms: [(old: ChildForms, new: ChildForms)] = []
  /// The rows of collections whose baseline is not in memory, by binding and parent.
  var storedRows: [ObjectIdentifier: [Int64: StoredRows]] = [:]
  /// The stored collections of collections, by binding and parent.
  var storedWholes: [ObjectIdentifier: [Int64: Any]] = [:]

  init(_ connection: Connection) { self.connection = connection }

  /// Empty memory for the stored forms of collections at a depth.
  func forms(depth: Int) -> (old: ChildForms, new: ChildForms) {
    while forms.count < depth { forms.append((ChildForms(), ChildForms())) }
    let pair = forms[depth - 1]
    pair.old.removeAll()
    pair.new.removeAll()
    return pair
  }
}

/// An object with a changed collection.
struct ChildChange {
  let object: any PersistentObject
  /// The collection before its first change; nil if unknown.
  let baseline: SlotBaseline?
}

/// The rows that a child table holds for one parent.
final class StoredRows {
  let forms = ChildForms()
  /// Whether an array's rows are numbered from 0 without a gap.
  var isDense = true
}
