/// The meaning of stored values, in addition to their kind; the codec may state one.
///
/// ```swift
/// struct TicketCodec: ColumnCodec {
///   let storage = StorageClass.text
///   let meaning: StoredMeaning? = .uuid  // a column of the type uuid on PostgreSQL
///   …
/// }
/// ```
///
/// Each meaning has one stored form, or one for each kind of value. If a database has a native type
/// for the meaning, the driver may use it for columns in which it can store every value. The driver
/// then writes the native form of the values it is given, and returns the stored form of what it
/// reads, bit for bit and in the order of the stored forms.
public enum StoredMeaning: Sendable, Hashable {
  /// A truth value: the integers 1 for true and 0 for false.
  case boolean
  /// A non-negative whole number of at most `digits` digits: an integer up to 9223372036854775807,
  /// and beyond that a text of exactly `digits` digits, with leading zeros.
  case unsigned(digits: Int)
  /// A decimal number of any size: a text in the form of `decimal-text`, which sorts as numbers do.
  case decimal
  /// A UUID: its 16 bytes, or a text of 36 characters with upper-case digits.
  case uuid
  /// JSON: a text.
  case json
  /// JSON with a single form for equal values: a text as PostgreSQL's `jsonb` writes it.
  case canonicalJSON
  /// A moment: a text in the form of `date-text`, an integer of microseconds since 1970-01-01
  /// 00:00:00 UTC, or a double of seconds since 2001-01-01 00:00:00 UTC.
  case instant
  /// A moment in the range of a database's timestamps, from the year 4713 BC to 294246: an integer
  /// of microseconds since 1970-01-01 00:00:00 UTC.
  case timestamp
}
