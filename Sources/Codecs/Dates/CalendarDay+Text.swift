// The text of a day for people and for `Codable`, as in ISO 8601:
//
//   day  = year "-" 2 digits "-" 2 digits     year, month, day
//   year = 4 digits                           0000 to 9999
//        | ("+" | "-") 4 to 6 digits          other years: +12345, -0044; no zeros before 5 digits

extension CalendarDay: LosslessStringConvertible {
  /// The day as `2026-11-21`. Years outside 0 to 9999 have a sign: `-0044-03-15`.
  public var description: String {
    TextBytes.withText(
      capacity: CalendarDayText.capacity,
      write: { CalendarDayText.writePlain(civil, to: &$0) },
      { String(decoding: $0, as: UTF8.self) })
  }

  /// Makes a day from what ``description`` writes; nil for any other text.
  public init?(_ description: String) {
    var description = description
    let day = description.withUTF8 {
      CalendarDayText.readPlain(TextSlice(UnsafeRawBufferPointer($0)))
    }
    guard let day else { return nil }
    self = day
  }
}

extension CalendarDay: Codable {
  /// Makes a day from its ``description``; throws `dataCorrupted` for any other text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let day = CalendarDay(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(Excerpt(text)) is not a day of the form YYYY-MM-DD")
    }
    self = day
  }

  /// Writes the ``description``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
