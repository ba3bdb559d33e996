/// A sample object.
struct ReportObject: Hashable, Sendable {
  /// The object's key.
  var key: String
  /// The object's properties, in the order of the class.
  var properties: [ReportProperty]
  /// The objects that refer to this one.
  var referrers: [ReportReferrer] = []
  /// The number of referrers that are not among `referrers`; nil if they were not counted.
  var omittedReferrers: Int? = 0
}

/// A property of an object.
struct ReportProperty: Hashable, Sendable {
  /// The property.
  var name: String
  /// The property's value.
  var value: ReportValue
}

/// An object that refers to another.
struct ReportReferrer: Hashable, Sendable {
  /// The object.
  var object: ReportLink
  /// The property that holds the reference.
  var property: String
}

/// Another object of the file, which becomes a link if the report shows that object.
struct ReportLink: Hashable, Sendable {
  /// The object's class.
  var className: String
  /// The object's key.
  var key: String
}

/// A value as the report shows it.
indirect enum ReportValue: Hashable, Sendable {
  /// NULL.
  case null
  /// Text.
  case text(ReportText)
  /// A number, date or other short form whose digits should be aligned.
  case figure(ReportText)
  /// Bytes: the first of them as text, and the total number.
  case bytes(ReportText, count: Int)
  /// An object.
  case reference(ReportLink)
  /// A collection: its first elements, and the total number.
  case collection([ReportElement], count: Int)
  /// The stored form of a value with an unknown codec.
  case undecoded(ReportText, codec: String)
  /// A value that cannot be read, with the reason.
  case unreadable(String)
}

/// An element of a collection.
struct ReportElement: Hashable, Sendable {
  /// The element's key in a dictionary.
  var key: ReportValue?
  /// The element.
  var value: ReportValue
}
