import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

/// The task of `store.recode`: which cells of which property to rewrite, and the codec that reads
/// them.
struct Recoding: Sendable {
  let entity: EntityDescription
  private let position: Int?
  private let part: CodedPart
  private let makeRewriter: @Sendable (any ColumnCodec) throws -> CellRewriter?

  private init<Root: PersistentObject>(
    _ keyPath: PartialKeyPath<Root>, part: CodedPart,
    makeRewriter: @escaping @Sendable (any ColumnCodec) throws -> CellRewriter?
  ) {
    entity = Root._entity
    position = Root._entity.position(of: keyPath)
    self.part = part
    self.makeRewriter = makeRewriter
  }

  /// Makes a recoding from older versions of the property's own codec.
  init<Root: PersistentObject>(_ keyPath: PartialKeyPath<Root>, part: CodedPart) {
    self.init(keyPath, part: part) { CellRewriter.upgrader(of: $0) }
  }

  /// Makes a recoding from another codec of the same type.
  init<Root: PersistentObject, Old: ColumnCodec>(
    _ keyPath: PartialKeyPath<Root>, part: CodedPart, from old: Old
  ) {
    self.init(keyPath, part: part) { codec in
      if let new = codec as? any ColumnCodec<Old.Value> {
        return CellRewriter(from: old, to: new) { $0 }
      }
      guard let new = codec as? any ColumnCodec<Old.Value?> else { return nil }
      return CellRewriter(from: old, to: new) { $0 }
    }
  }

  /// Makes a recoding from a codec of another type.
  init<Root: PersistentObject, Old: ColumnCodec, New>(
    _ keyPath: PartialKeyPath<Root>, part: CodedPart, from old: Old,
    transform: @escaping @Sendable (Old.Value) throws -> New
  ) {
    self.init(keyPath, part: part) { codec in
      guard let new = codec as? any ColumnCodec<New> else { return nil }
      // Transformed cells could not be distinguished from the others.
      guard old.identifier != new.identifier else { throw Self.cannotBeTold(new.identifier) }
      return CellRewriter(from: old, to: new, transform: transform)
    }
  }

  private static func cannotBeTold(_ codec: CodecIdentifier) -> PersistenceError {
    PersistenceError(
      .codecMismatch,
      """
      the old and the new codec are both '\(codec)', so the file could not show whether the column \
      has been rewritten; nothing was changed. Give the new one another name or version
      """)
  }

  // MARK: In a store

  /// Returns the column in a store. Throws `invalidQuery` if there is none or if it has another
  /// type.
  func column(in plan: EntityPlan) throws -> RecodedColumn {
    guard let position else {
      throw PersistenceError(
        .invalidQuery,
        "the key path does not name a stored property of \(entity.className)",
        context: entity.place)
    }
    let binding = plan.bindings[position]
    guard let coded = binding.codedColumn(part) else {
      throw refused(binding, reason: "it has no \(part) that a codec writes")
    }
    do {
      guard let rewriter = try makeRewriter(coded.codec) else {
        throw refused(binding, reason: "its codec stores the type \(valueType(of: coded.codec))")
      }
      return RecodedColumn(
        table: coded.childTable ?? plan.tables[0], column: coded.column, rewriter: rewriter)
    } catch let error as PersistenceError {
      throw error.adding(binding.place(pk: nil))
    }
  }

  private func valueType<Codec: ColumnCodec>(of codec: Codec) -> Any.Type { Codec.Value.self }

  private func refused(_ binding: PropertyBinding, reason: String) -> PersistenceError {
    PersistenceError(
      .invalidQuery, "the property cannot be rewritten like this: \(reason)",
      context: binding.place(pk: nil))
  }
}
