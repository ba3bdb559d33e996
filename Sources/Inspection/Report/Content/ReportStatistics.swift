/// The statistics of a column.
struct ReportStatistics: Hashable, Sendable {
  /// The values looked at, NULL included.
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
  /// All were counted.
  case exactly(Int)
  /// Counting ended here.
  case atLeast(Int)
}

/// A value and how often it occurs.
struct ReportFrequency: Hashable, Sendable {
  /// The value.
  var value: ReportValue
  /// The number of occurrences, exact or a minimum.
  var count: Int
  /// Whether each of its occurrences was counted.
  var isExact = true
}

/// Counts of values by where they lie, from the least to the greatest.
struct ReportHistogram: Hashable, Sendable {
  /// The measured property of values.
  enum Measure: Hashable, Sendable {
    /// The numbers themselves.
    case numbers
    /// The dates themselves.
    case dates
    /// Lengths of texts in characters.
    case textLengths
    /// Lengths of blobs in bytes.
    case byteLengths
  }

  /// One bar.
  struct Bin: Hashable, Sendable {
    /// Its lower end as text.
    var from: String
    /// Its upper end as text.
    var to: String
    /// The values between.
    var count: Int
  }

  /// The measured property of values.
  var measure: Measure
  /// The bars, of equal width; the renderer draws at most `maximumBins`.
  var bins: [Bin]
  /// Whether the bars are of logarithms.
  var isLogarithmic = false

  /// The most bars drawn.
  static let maximumBins = 48
}
