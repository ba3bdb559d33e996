/// The statistics of a column.
struct ReportStatistics: Hashable, Sendable {
  /// The number of values examined, including NULLs.
  var values: Int
  /// The number of NULLs.
  var nulls: Int
  /// The number of distinct values.
  var distinct: ReportDistinct?
  /// The least value.
  var least: ReportText?
  /// The greatest value.
  var greatest: ReportText?
  /// The most frequent values, the most frequent first.
  var frequent: [ReportFrequency] = []
  /// The distribution of the values.
  var histogram: ReportHistogram?
}

/// A number of distinct values.
enum ReportDistinct: Hashable, Sendable {
  /// The exact number.
  case exactly(Int)
  /// A minimum, at which counting stopped.
  case atLeast(Int)
}

/// A value and the number of times it occurs.
struct ReportFrequency: Hashable, Sendable {
  /// The value.
  var value: ReportValue
  /// The number of occurrences, exact or a minimum.
  var count: Int
  /// Whether every occurrence was counted.
  var isExact = true
}

/// The numbers of values in consecutive ranges, from the least to the greatest.
struct ReportHistogram: Hashable, Sendable {
  /// The measured property of values.
  enum Measure: Hashable, Sendable {
    /// The numbers themselves.
    case numbers
    /// The dates themselves.
    case dates
    /// The lengths of texts, in characters.
    case textLengths
    /// The lengths of blobs, in bytes.
    case byteLengths
  }

  /// One bar of the histogram.
  struct Bin: Hashable, Sendable {
    /// The lower end, as text.
    var from: String
    /// The upper end, as text.
    var to: String
    /// The number of values in between.
    var count: Int
  }

  /// The measured property of values.
  var measure: Measure
  /// The bars, of equal width; the renderer draws at most `maximumBins`.
  var bins: [Bin]
  /// Whether the bars are those of logarithms.
  var isLogarithmic = false

  /// The maximum number of bars drawn.
  static let maximumBins = 48
}
