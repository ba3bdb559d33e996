import PersistentObjectsCodec
import PersistentObjectsDriver

/// The columns of one object that an `UPDATE` writes: those of its changed properties, of which
/// values in several columns write only those that differ.
///
/// The memory is used for one object after another.
final class ChangedColumns {
  /// The cells of the changed properties, one property after another.
  private let cells = RowBatch()
  /// The cells of the former value of one property.
  private let formerCells = RowBatch()
  /// The columns to be written: their positions in rows of the class, and in ``cells``.
  private(set) var positions: [Int] = []
  private var offsets: [Int] = []

  /// Writes the columns of an object.
  ///
  /// - Parameters:
  ///   - changed: the changed properties, ascending.
  ///   - former: the values of several columns as they are in the row.
  func write(
    _ changed: [Int], of object: some PersistentObject, pk: Int64, in plan: EntityPlan,
    since former: Baselines?
  ) throws {
    positions.removeAll(keepingCapacity: true)
    offsets.removeAll(keepingCapacity: true)
    cells.begin(width: changed.reduce(0) { $0 + plan.rowFields[$1].width })
    cells.addRow()
    try encode(changed, of: object, pk: pk, in: plan)
    var offset = 0
    for index in changed {
      let binding = plan.bindings[index]
      let width = plan.rowFields[index].width
      // A collection also has a baseline, with which its rows are compared.
      let baseline = binding.layout == nil ? nil : former?[index]
      if let baseline { try encode(baseline, of: binding, width: width, pk: pk) }
      for column in 0..<width {
        if baseline != nil,
          cells.row[offset + column].isSame(as: formerCells.row[column])
        {
          continue
        }
        positions.append(binding.position + column)
        offsets.append(offset + column)
      }
      offset += width
    }
  }

  /// Copies the columns to be written to the last row of a batch.
  func copy(to rows: RowBatch, at index: Int) {
    for (position, offset) in offsets.enumerated() {
      rows.copy(cells.row[offset], to: index + position)
    }
  }

  private func encode(
    _ changed: [Int], of object: some PersistentObject, pk: Int64, in plan: EntityPlan
  ) throws {
    // Bits do not distinguish the properties beyond the 63rd.
    if changed.last ?? 0 >= 63 {
      return try encodeOneByOne(changed, of: object, pk: pk, in: plan)
    }
    let bits = changed.reduce(0 as UInt64) { $0 | 1 << UInt64($1) }
    var row = _RowWriter(cells, plan: plan, only: bits, pk: pk)
    try object._store(into: &row)
  }

  private func encodeOneByOne(
    _ changed: [Int], of object: some PersistentObject, pk: Int64, in plan: EntityPlan
  ) throws {
    var offset = 0
    for index in changed {
      let binding = plan.bindings[index]
      do {
        try binding.encode(object, into: cells, at: offset)
      } catch {
        throw binding.encodingFailed(error, pk: pk)
      }
      offset += plan.rowFields[index].width
    }
  }

  private func encode(
    _ baseline: SlotBaseline, of binding: PropertyBinding, width: Int, pk: Int64
  ) throws {
    formerCells.begin(width: width)
    formerCells.addRow()
    do {
      try binding.encode(baseline, into: formerCells, at: 0)
    } catch {
      throw binding.encodingFailed(error, pk: pk)
    }
  }
}
