/// An array or dictionary that is being encoded: the entries of its parts so far.
final class EncodedContainer {
  enum Kind { case dictionary, array }

  let kind: Kind
  let uid: KeyedArchiveWriter.UID
  private(set) var values: [KeyedArchiveWriter.UID] = []
  private var keys: [KeyedArchiveWriter.UID] = []
  /// The containers that are the last values of their keys: asking for one again continues it.
  private(set) var nested: [KeyedArchiveWriter.UID: EncodedContainer] = [:]
  /// The encoders that were handed out for a place; their entries are known when everything is
  /// encoded.
  private var pending: [(index: Int, encoder: ValueEncoder)] = []

  init(_ kind: Kind, uid: KeyedArchiveWriter.UID) {
    self.kind = kind
    self.uid = uid
  }

  func append(_ value: KeyedArchiveWriter.UID) { values.append(value) }

  func append(_ value: KeyedArchiveWriter.UID, forKey key: KeyedArchiveWriter.UID) {
    keys.append(key)
    values.append(value)
    if !nested.isEmpty { nested[key] = nil }
  }

  func append(_ container: EncodedContainer, forKey key: KeyedArchiveWriter.UID) {
    append(container.uid, forKey: key)
    nested[key] = container
  }

  /// Puts what `encoder` encodes at the place of the last value.
  func fillLast(from encoder: ValueEncoder) { pending.append((values.count - 1, encoder)) }

  /// Writes the container. Nothing can be added afterwards.
  func close(in session: ValueEncodingSession) throws {
    for (index, encoder) in pending { values[index] = encoder.uid }
    if kind == .dictionary { removeReplacedKeys() }
    try session.count()
    let objects = Self.array(values, in: &session.writer)
    switch kind {
    case .array: session.writer.define(uid, as: .array, values: [objects])
    case .dictionary:
      session.writer.define(
        uid, as: .dictionary, values: [Self.array(keys, in: &session.writer), objects])
    }
  }

  private static func array(
    _ uids: [KeyedArchiveWriter.UID], in writer: inout KeyedArchiveWriter
  ) -> PropertyListWriter.Reference {
    let references = uids.map { writer.reference(to: $0) }
    return writer.propertyList.addArray(references)
  }

  /// Removes all but the last value of a key that was encoded twice, as a dictionary would.
  private func removeReplacedKeys() {
    guard Set(keys).count < keys.count else { return }
    var last: [KeyedArchiveWriter.UID: Int] = [:]
    for (index, key) in keys.enumerated() { last[key] = index }
    let kept = keys.indices.filter { last[keys[$0]] == $0 }
    values = kept.map { values[$0] }
    keys = kept.map { keys[$0] }
  }
}

/// Foundation's collections: their classes and fields.
struct CollectionForm {
  let classChain: [String]
  let fields: [ArchiveField]

  static let array = CollectionForm(classChain: ["NSArray", "NSObject"], fields: [.objects])
  static let dictionary = CollectionForm(
    classChain: ["NSDictionary", "NSObject"], fields: [.keys, .objects])
}

extension KeyedArchiveWriter {
  /// Turns a reserved entry into a collection.
  mutating func define(
    _ uid: UID, as form: CollectionForm, values: [PropertyListWriter.Reference]
  ) {
    let keys = form.fields.map { reference(to: $0) }
    define(uid, classChain: form.classChain, keys: keys, values: values)
  }
}
