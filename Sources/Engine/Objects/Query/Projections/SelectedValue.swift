import PersistentObjectsCodec
import PersistentObjectsDriver

/// A value in the rows of a statement: a column, or the key of an object. The key is followed by a
/// column for the object's table if the object may be of one of several classes.
struct SelectedValue {
  let operand: Operand
  let position: Int
  /// The elements that are selected with it, if this is the key of an object that owns a
  /// collection.
  var elements: ElementSelection?

  var isObject: Bool {
    elements == nil
      && (operand.binding?.property.refersToObjects == true && operand.column != nil
        || operand.coding is ObjectKeyCoding)
  }

  /// Whether the value is found only after the rows have been read: an object, or elements of a
  /// collection.
  var isFound: Bool { isObject || elements != nil }

  /// The columns in ascending order.
  var columns: [OrderedColumn] {
    operand.columns.indices.map {
      column($0, order: Selection.Order(.ownKey, direction: .ascending))
    }
  }

  /// Returns a column in the order of the rows.
  func column(_ index: Int, order: Selection.Order) -> OrderedColumn {
    OrderedColumn(name: "v\(position + index)", order: order, mayBeNull: operand.mayBeNull)
  }

  /// Returns the key of the object in a row; nil if there is none.
  func key(in row: Row) throws -> FamilyKey? {
    if row.isNull(at: position) { return nil }
    let own = (operand.coding as? ObjectKeyCoding)?.plan.entity
    if operand.columns.count == 1,
      let target = own ?? operand.binding?.property.targets.first
    {
      return FamilyKey(pk: row.integer(at: position), table: target.table)
    }
    return try FamilyKey(row, at: position)
  }

  /// Returns the value in a row. An object is taken from those that were found.
  func value<Value>(in row: Row, _ objects: FoundObjects) throws -> Value {
    if let elements {
      let found = try key(in: row).map { objects.elements(at: self, of: $0) } ?? []
      if let value = elements.array(found) as? Value { return value }
    }
    guard isObject else { return try operand.value(Value.self, in: row, at: position) }
    guard let key = try key(in: row) else { return try absent() }
    if let object = objects[key], let value = object as? Value { return value }
    throw PersistenceError(
      .danglingReference,
      "a reference that is selected points at row \(key.pk) of \(key.table), which is missing",
      context: operand.place)
  }

  private func absent<Value>() throws -> Value {
    let null = (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ())
    if let value = null as? Value { return value }
    throw operand.decodingFailed(
      CodecError("the reference is NULL, but the property is not optional"))
  }
}

/// The columns of selected values.
struct SelectedValues {
  private(set) var places: [SelectedValue] = []
  /// The selected columns: each value, with an object's key followed by its table.
  private(set) var nodes: [ValueNode] = []

  /// - Parameter first: the number of columns before these.
  init(_ values: [ValueNode], after first: Int = 0, in scope: QueryScope) throws {
    for value in values {
      var (node, elements) = (value, ElementSelection?.none)
      if let (rows, owner) = try scope.selection(value) { (node, elements) = (owner, rows) }
      let operand = try scope.operand(node)
      places.append(
        SelectedValue(operand: operand, position: first + nodes.count, elements: elements))
      nodes +=
        operand.columns.count == 1
        ? [node]
        : operand.layout.map { layout in
          (0..<layout.width).map { node.appending(.cell($0)) }
        } ?? [node, node.appending(.targetTable)]
    }
  }
}
