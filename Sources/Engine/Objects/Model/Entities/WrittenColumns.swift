/// The columns of a class's table that an `UPDATE` writes.
struct WrittenColumns: Hashable {
  /// The bits of the properties.
  let bits: UInt64
  /// The positions of the columns in rows, if they are not all columns of the properties, or if the
  /// bits do not tell the properties.
  let positions: [Int]?
}
