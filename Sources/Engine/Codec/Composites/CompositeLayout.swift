import PersistentObjectsDriver

/// The fields and columns of a value in several columns, within a store. ``CompositeCoding`` knows
/// the value's type.
@usableFromInline
package class CompositeLayout: @unchecked Sendable {
  // `@unchecked` is safe: nothing changes after `init`.
  package let codec: any CompositeCodec
  package let fields: [Field]
  /// The columns, in the order of cells.
  package let columns: [FieldColumn]
  /// The position of the column that is NULL if and only if the value is nil; nil if it cannot be,
  /// and if the case of an enum tells.
  package let presence: Int?
  /// Whether that column stores nothing else. It is the first.
  package let hasPresenceColumn: Bool
  /// Whether only the case of the enum that has the value tells whether there is one.
  package let isToldByCase: Bool
  /// The same as ``presence``, or a negative number: what each reading and writing compares.
  @usableFromInline let tellingColumn: Int
  /// Whether values may be nil.
  @usableFromInline let mayBeNil: Bool

  package struct Field {
    package let name: String
    /// The way to the field in a value; nil if it is not a property.
    package let keyPath: AnyKeyPath?
    package let coding: FieldCoding
    /// The columns, as seen from the value.
    let columns: [FieldColumn]
  }

  init(
    _ codec: any CompositeCodec, _ fields: [Field], isOptional: Bool, isToldByCase: Bool
  ) throws {
    try Self.require(fields.map(\.name), of: codec)
    self.codec = codec
    self.fields = fields
    let ofFields = fields.flatMap(\.columns)
    let telling = ofFields.firstIndex { !$0.admitsNull() }
    hasPresenceColumn = isOptional && telling == nil && !isToldByCase
    let own = hasPresenceColumn ? [FieldColumn(codec: nil, admitsNull: { true })] : []
    self.isToldByCase = isToldByCase && telling == nil
    let path = telling.map { ofFields[$0].path } ?? (hasPresenceColumn ? [] : nil)
    let all = own + (isOptional ? ofFields.map { $0.optional(presence: path) } : ofFields)
    let presence = isOptional ? telling ?? (hasPresenceColumn ? 0 : nil) : nil
    columns = all.enumerated().map { position, column in
      column.part(
        of: codec, !isOptional ? .required : position == presence ? .telling : .optional)
    }
    self.presence = presence
    tellingColumn = presence ?? -1
    mayBeNil = isOptional
    var offset = own.count
    for field in fields {
      field.coding.place(at: offset)
      offset += field.coding.width
    }
  }

  private static func require(_ names: [String], of codec: any CompositeCodec) throws {
    if codec.identifier.name.contains("/") {
      throw CodecError("the name of the codec '\(codec.identifier)' contains a '/'")
    }
    if names.isEmpty { throw CodecError("the codec '\(codec.identifier)' has no fields") }
    var seen: Set<String> = []
    if let second = names.first(where: { !seen.insert($0).inserted }) {
      throw CodecError("the codec '\(codec.identifier)' has two fields of the name '\(second)'")
    }
  }

  /// The number of columns.
  package var width: Int { columns.count }

  /// Whether equal values have equal stored forms.
  package var isSearchable: Bool {
    codec.isSearchable && columns.allSatisfy { $0.codec?.isSearchable ?? true }
  }

  /// Whether rows may have the stored forms of older versions of a codec.
  package var readsFormerForms: Bool {
    columns.contains { $0.codec?.readsFormerForms == true }
      || codec.identifier.version > 1 && codec.canRead(version: codec.identifier.version - 1)
  }

  /// Returns the field that a key path from the value names, or nil.
  package func field(at keyPath: AnyKeyPath) -> Field? {
    fields.first { $0.keyPath == keyPath }
  }

  /// Returns a field that a key path names, perhaps a field of a field, and the positions of its
  /// columns; nil if the key path names none.
  ///
  /// - Parameter base: the way to the value; nil if the key path begins at the value.
  package func place(
    of keyPath: AnyKeyPath, from base: AnyKeyPath? = nil
  ) -> (coding: any ValueCoding, columns: Range<Int>)? {
    for field in fields {
      guard let own = field.keyPath, let path = base == nil ? own : base?.appending(path: own)
      else { continue }
      let (start, coding) = (field.coding.offset, field.coding.coding)
      if path == keyPath { return (coding, start..<start + field.coding.width) }
      if let inner = coding.layout?.place(of: keyPath, from: path) {
        let columns = inner.columns
        return (inner.coding, start + columns.lowerBound..<start + columns.upperBound)
      }
    }
    return nil
  }

  /// Returns the field with a name, or nil.
  package func field(named name: String) -> Field? { fields.first { $0.name == name } }
}
