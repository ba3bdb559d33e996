/// The contents of a report as plain values, gathered from the file and rendered by `ReportPage`.
///
/// Texts may contain anything: the renderer escapes and clips them. Classes refer to each other by
/// name.
struct ReportContent: Hashable, Sendable {
  /// The file's name, which is the heading.
  var title: String
  /// The kind of the file in words, above the heading.
  var kind = "A file of persistent objects"
  /// Short lines with the location of the file, the time of the report and the program that made
  /// it.
  var remarks: [String] = []
  /// The figures shown large, the most important first.
  var figures: [ReportFigure] = []
  /// The settings of SQLite, and those of the store in the file.
  var settings: [ReportFigure] = []
  /// The result of the check.
  var check = ReportCheck()
  /// The classes in the order shown.
  var classes: [ReportClass] = []
  /// The titles of objects, shown beside their keys.
  var titles: [ReportLink: String] = [:]
}

/// A named figure or setting.
struct ReportFigure: Hashable, Sendable {
  /// The name of a count or a setting.
  var name: String
  /// The value.
  var value: ReportQuantity
  /// A note for readers.
  var note: String?
}

/// An amount that the report formats in the same way everywhere.
enum ReportQuantity: Hashable, Sendable {
  /// A number of items.
  case count(Int)
  /// A number of bytes, written in a fitting unit.
  case bytes(Int)
  /// A fraction of one.
  case share(Double)
  /// Words.
  case text(String)
}
