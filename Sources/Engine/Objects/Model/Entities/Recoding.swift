public import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

/// The cells that ``Store/recode(_:progress:)`` rewrites, and the codec that has written them.
///
/// ```swift
/// .property(\Person.favourite, from: HexColor())  // written by another codec
/// .property(\Person.age, from: StringCodec()) { Int($0) ?? 0 }  // of another type
/// .property(\Person.mark)  // written by older versions of the same codec
/// .keys(\Stock.counts, from: OldKey())  // the keys of a dictionary
/// ```
public struct Recoding: Sendable {
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

  /// Makes a recoding from another codec of the same type.
  private init<Root: PersistentObject, Old: ColumnCodec>(
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
  private init<Root: PersistentObject, Old: ColumnCodec, New>(
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

// The factories differ in where the values are: in a column, optional or not, or in a collection's
// child table.

extension Recoding {
  /// Returns the recoding of a property's column.
  public static func property<Root: PersistentObject, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Old.Value>, from old: Old
  ) -> Recoding {
    Recoding(keyPath, part: .values, from: old)
  }

  /// Returns the recoding of an optional property's column; nil stays nil.
  public static func property<Root: PersistentObject, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Old.Value?>, from old: Old
  ) -> Recoding {
    Recoding(keyPath, part: .values, from: old)
  }

  /// Returns the recoding of the elements of an array or a set, or of the values of a dictionary,
  /// in its child table. Fails with `constraintViolated` if two elements of a set get the same
  /// stored form.
  public static func property<Root: PersistentObject, Elements: _ColumnCollection, Old>(
    _ keyPath: KeyPath<Root, Elements>, from old: Old
  ) -> Recoding where Old: ColumnCodec<Elements._Element> {
    Recoding(keyPath, part: .values, from: old)
  }

  /// Returns the recoding of the keys of a dictionary in its child table. Fails with
  /// `constraintViolated` if two keys of a dictionary get the same stored form.
  public static func keys<Root: PersistentObject, Elements: _ColumnDictionary, Old>(
    _ keyPath: KeyPath<Root, Elements>, from old: Old
  ) -> Recoding where Old: ColumnCodec<Elements._Key> {
    Recoding(keyPath, part: .keys, from: old)
  }

  // MARK: Another type

  /// Returns the recoding of a property whose type has changed: `transform` converts the old value
  /// to the new one. An error that it throws is the cause of an `encodingFailed`. It is not called
  /// for nil.
  ///
  /// The two codecs must differ in name or version: this is how the file records what has been
  /// rewritten.
  public static func property<Root: PersistentObject, Value, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Value>, from old: Old,
    transform: @escaping @Sendable (Old.Value) throws -> Value
  ) -> Recoding {
    Recoding(keyPath, part: .values, from: old, transform: transform)
  }

  /// Returns the recoding of the elements of a collection, or of the values of a dictionary, whose
  /// type has changed.
  public static func property<
    Root: PersistentObject, Elements: _ColumnCollection, Old: ColumnCodec
  >(
    _ keyPath: KeyPath<Root, Elements>, from old: Old,
    transform: @escaping @Sendable (Old.Value) throws -> Elements._Element
  ) -> Recoding {
    Recoding(keyPath, part: .values, from: old, transform: transform)
  }

  /// Returns the recoding of the keys of a dictionary whose type has changed.
  public static func keys<Root: PersistentObject, Elements: _ColumnDictionary, Old: ColumnCodec>(
    _ keyPath: KeyPath<Root, Elements>, from old: Old,
    transform: @escaping @Sendable (Old.Value) throws -> Elements._Key
  ) -> Recoding {
    Recoding(keyPath, part: .keys, from: old, transform: transform)
  }

  // MARK: The same codec

  /// Returns the recoding of what older versions of the property's current codec have written.
  /// Without this, rows are rewritten as they are saved, and the codec has to read old versions as
  /// long as the file exists. Afterwards, `oldest_version` is the codec's current version.
  public static func property<Root: PersistentObject>(
    _ keyPath: PartialKeyPath<Root>
  ) -> Recoding {
    Recoding(keyPath, part: .values) { CellRewriter.upgrader(of: $0) }
  }

  /// Returns the recoding of what older versions of the current codec of a dictionary's keys have
  /// written.
  public static func keys<Root: PersistentObject, Elements: _ColumnDictionary>(
    _ keyPath: KeyPath<Root, Elements>
  ) -> Recoding {
    Recoding(keyPath, part: .keys) { CellRewriter.upgrader(of: $0) }
  }
}
