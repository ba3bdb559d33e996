import PersistentObjectsDriver

// The forms of cells of any kind, as SQL computes with them.
extension SortableCell {
  /// Returns the least and the greatest form of a value: numbers of the same value
  /// differ in their kind.
  static func bounds(of value: SQLText) -> (least: SQLText, greatest: SQLText) {
    func form(_ kind: Int) -> SQLText {
      let cell: SQLText = "(\(value)::bytea[])[1]"
      return """
        CASE get_byte(\(cell), 0) WHEN \(number) THEN ARRAY[set_byte(\(cell), 11, \(kind))] \
        ELSE \(value)::bytea[] END
        """
    }
    return (form(0), form(2))
  }

  /// Returns rows with each form of a cell.
  static func forms(of cell: String) -> String {
    let forms = (0...2).map { "set_byte(\(cell), 11, \($0))" }.joined(separator: ", ")
    return """
      unnest(CASE get_byte(\(cell), 0) WHEN \(number) THEN ARRAY[\(forms)] ELSE ARRAY[\(cell)] END)
      """
  }

  /// Returns the form of a double, as an array of one element; NULL for NULL.
  static func form(ofDouble column: String) -> String {
    let bits = "('x' || encode(float8send(\(column)), 'hex'))::bit(64)::bigint"
    let sign = Int64.min
    let sortable = """
      CASE WHEN \(column) = 0 THEN \(sign) WHEN \(bits) < 0 THEN ~\(bits) ELSE \(bits) | \(sign) END
      """
    let (start, residue) = (PostgresDialect.literal([number]), PostgresDialect.literal([0, 0]))
    let kind = """
      CASE \(bits) WHEN \(sign) THEN \(PostgresDialect.literal([2])) ELSE \(PostgresDialect.literal([1])) END
      """
    return """
      CASE WHEN \(column) IS NOT NULL \
      THEN ARRAY[\(start) || int8send(\(sortable)) || \(residue) || \(kind)] END
      """
  }

  /// Returns the form of a non-negative whole number, as an array of one element: that of an
  /// integer, or beyond 64 bits that of a text of `digits` digits. NULL for NULL.
  static func form(ofWholeNumber column: String, digits: Int) -> String {
    let value = "(\(column))::bigint"
    // A double holds 53 bits.
    let excess = "greatest(length(ltrim(\(value)::bit(64)::text, '0')) - 53, 0)"
    let floor = "((\(value) >> \(excess)) << \(excess))"
    let sent = "encode(float8send(\(floor)::float8), 'hex')"
    let bits = "('x' || \(sent))::bit(64)::bigint | \(Int64.min)"
    let residue = "int2send((\(value) - \(floor))::smallint)"
    let (start, kind) = (PostgresDialect.literal([number]), PostgresDialect.literal([0]))
    let text = """
      \(PostgresDialect.literal([text])) || convert_to(lpad((\(column))::text, \(digits), '0'), 'UTF8')
      """
    return """
      CASE WHEN \(column) <= \(Int64.max) \
      THEN ARRAY[\(start) || int8send(\(bits)) || \(residue) || \(kind)] \
      WHEN \(column) IS NOT NULL THEN ARRAY[\(text)] END
      """
  }

  /// Returns the number, as a `numeric`, in a column that holds non-negative whole numbers, or
  /// beyond 64 bits texts of `digits` digits. It is an error for any other cell.
  static func wholeNumber(_ column: String, digits: Int) -> String {
    let cell = "\(column)[1]"
    func byte(_ index: Int) -> String { "get_byte(\(cell), \(index))::bigint" }
    let exponent = "\(byte(1)) % 128 * 16 + \(byte(2)) / 16"
    let low = (3...8).map { "\(byte($0)) * \(1 << (8 * (8 - $0)) as Int64)" }
    let significand =
      "\(1 << 52 as Int64) + \(byte(2)) % 16 * \(1 << 48 as Int64) + \(low.joined(separator: " + "))"
    // 1075 is the exponent of a double whose significand has no bits after the point.
    let floor = """
      CASE WHEN \(exponent) = 0 THEN 0 WHEN \(exponent) < 1075 \
      THEN (\(significand)) >> (1075 - (\(exponent)))::int ELSE (\(significand)) << (\(exponent) - 1075)::int END
      """
    // Escaped: the server may compute it for a blob, too, which need not be a text.
    let written = "encode(substr(\(cell), 2), 'escape')"
    let isBeyondIntegers = """
      CASE WHEN \(written) ~ '^[0-9]{\(digits)}$' THEN \(written)::numeric > \(Int64.max) END
      """
    let zero = PostgresDialect.literal([number, 0x80])
    let (end, kind) = (PostgresDialect.literal([number + 1]), PostgresDialect.literal([0]))
    return """
      CASE WHEN get_byte(\(cell), 0) = \(text) AND \(isBeyondIntegers) THEN \(written)::numeric \
      WHEN \(cell) BETWEEN \(zero) AND \(end) AND substr(\(cell), 12) = \(kind) \
      THEN (\(floor) + \(byte(9)) * 256 + \(byte(10)))::numeric \
      ELSE \(noUnsignedNumber(in: cell)) END
      """
  }

  /// Returns NULL, as a `numeric`, for NULL. It is an error for any other value, since a text that
  /// is not a number is cast. That text begins with an empty part of the value; otherwise the
  /// server would cast it before it reads a row.
  static func noUnsignedNumber(in value: String) -> String {
    """
    CASE WHEN \(value) IS NOT NULL \
    THEN (left(\(value)::text, 0) || '\(ServerReport.noUnsignedNumber)')::numeric END
    """
  }
}
