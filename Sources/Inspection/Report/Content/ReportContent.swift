/// The contents of a report as plain values: gathered from the file, rendered by `ReportPage`.
///
/// Texts may contain anything: the renderer escapes and clips them. Classes refer to each other by
/// name.
struct ReportContent: Hashable, Sendable {
  /// The file's name: the heading.
  var title: String
  /// The place of the file, and the time and the program of the report: one short line each.
  var remarks: [String] = []
  /// The numbers shown large, the most important first.
  var figures: [ReportFigure] = []
  /// The settings of SQLite and of the store in the file.
  var settings: [ReportFigure] = []
  /// The result of the check.
  var check = ReportCheck()
  /// The classes in the order shown.
  var classes: [ReportClass] = []
  /// The titles of objects, beside their keys.
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

/// An amount that the report writes in one style everywhere.
enum ReportQuantity: Hashable, Sendable {
  /// A number of things.
  case count(Int)
  /// A number of bytes, written in the unit that fits.
  case bytes(Int)
  /// A share of one.
  case share(Double)
  /// Words.
  case text(String)
}
