/// The meaning of stored values, beside their kind; the codec may state one.
///
/// Each meaning has one stored form, or one for each kind of value. A driver whose database has a type of
/// its own for the meaning may make the column of that type where it keeps every value: it then writes
/// the native form of what it is given, and returns the stored form of what it reads, bit for bit and in
/// the order of the stored forms.
public enum StoredMeaning: Sendable, Hashable {
  /// A truth value: the integers 1 for true and 0 for false.
  case boolean
  /// A whole number that is not negative and has at most so many digits: an integer up to
  /// 9223372036854775807, beyond it a text of exactly so many digits, with zeros on the left.
  case unsigned(digits: Int)
  /// A decimal number of any size: a text in the form of `decimal-text`, which sorts as numbers do.
  case decimal
  /// A UUID: its 16 bytes, or a text of 36 characters with digits in upper case.
  case uuid
  /// JSON: a text.
  case json
  /// JSON in one form for equal values: a text as PostgreSQL's `jsonb` writes it.
  case canonicalJSON
  /// A moment: a text in the form of `date-text`, an integer of microseconds since 1970-01-01
  /// 00:00:00 UTC, or a double of seconds since 2001-01-01 00:00:00 UTC.
  case instant
  /// A moment in the time of a database's clock, from the year 4713 BC to 294246: an integer of microseconds
  /// since 1970-01-01 00:00:00 UTC.
  case timestamp
}
