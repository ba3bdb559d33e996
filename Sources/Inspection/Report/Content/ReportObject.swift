/// A sample object.
struct ReportObject: Hashable, Sendable {
  /// Its key.
  var key: String
  /// Its properties in the order of the class.
  var properties: [ReportProperty]
  /// Objects that refer to it.
  var referrers: [ReportReferrer] = []
  /// The number of referrers that are not among `referrers`; nil if they were not counted.
  var omittedReferrers: Int? = 0
}

/// A property of an object.
struct ReportProperty: Hashable, Sendable {
  /// The property.
  var name: String
  /// Its value.
  var value: ReportValue
}

/// An object that refers to another.
struct ReportReferrer: Hashable, Sendable {
  /// The object.
  var object: ReportLink
  /// The property by which it refers.
  var property: String
}

/// An object elsewhere in the file; a link where the report shows it.
struct ReportLink: Hashable, Sendable {
  /// The object's class.
  var className: String
  /// Its key.
  var key: String
}

/// A value as the report shows it.
indirect enum ReportValue: Hashable, Sendable {
  /// NULL.
  case null
  /// Text.
  case text(ReportText)
  /// A number, date or other short form whose digits should line up.
  case figure(ReportText)
  /// Bytes, the first of them as the text says, of so many.
  case bytes(ReportText, count: Int)
  /// An object.
  case reference(ReportLink)
  /// The first elements of so many.
  case collection([ReportElement], count: Int)
  /// The stored form of a value with an unknown codec.
  case undecoded(ReportText, codec: String)
  /// A value that cannot be read, and why.
  case unreadable(String)
}

/// An element of a collection.
struct ReportElement: Hashable, Sendable {
  /// Its key in a dictionary.
  var key: ReportValue?
  /// The element.
  var value: ReportValue
}
