/// One object of a binary property list, as it is in the file: text and data are ranges of its
/// bytes, containers hold references to other objects.
package enum PropertyListNode {
  case null
  case bool(Bool)
  /// An integer that fits in a signed 64-bit integer.
  case integer(Int64)
  /// An integer above `Int64.max`.
  case unsigned(UInt64)
  case float(Float)
  case real(Double)
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  case data(Range<Int>)
  case ascii(Range<Int>)
  /// Big-endian UTF-16.
  case utf16(Range<Int>)
  /// An index into a keyed archive's `$objects`.
  case uid(Int)
  case array(PropertyListReferences)
  case set(PropertyListReferences)
  case dictionary(keys: PropertyListReferences, values: PropertyListReferences)
}

/// A run of references to objects, inside the file's bytes.
package struct PropertyListReferences {
  let start: Int
  package let count: Int
}
