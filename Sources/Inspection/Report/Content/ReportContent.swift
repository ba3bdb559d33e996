/// All that a report shows, as plain values: gathered by whoever can read the file, rendered by
/// `ReportPage`.
///
/// Texts may hold anything: the renderer escapes and clips them. Classes refer to each other by name.
struct ReportContent: Hashable, Sendable {
  /// The file's name: the heading.
  var title: String
  /// Where the file lies, when and by what the report was made: one short line each.
  var remarks: [String] = []
  /// The numbers shown large, the most important first.
  var figures: [ReportFigure] = []
  /// What SQLite and the store have set in the file.
  var settings: [ReportFigure] = []
  /// What the check found.
  var check = ReportCheck()
  /// The classes in the order shown.
  var classes: [ReportClass] = []
  /// What objects are called, beside their keys.
  var titles: [ReportLink: String] = [:]
}

/// A named figure or setting.
struct ReportFigure: Hashable, Sendable {
  /// What is counted or set.
  var name: String
  /// How much it is.
  var value: ReportQuantity
  /// What a reader should know of it.
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
