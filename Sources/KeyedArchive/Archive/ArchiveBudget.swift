/// The number of values, and of bytes of text and data, that may still be written or read.
///
/// An archive can refer to one entry many times, so a small archive may stand for endless values.
/// Each value is counted as often as it occurs.
struct ArchiveBudget {
  let options: KeyedArchiveOptions
  private var values: Int
  private(set) var bytes: Int

  /// Makes a budget with the limits of the options.
  init(_ options: KeyedArchiveOptions) {
    self.options = options
    values = options.mostValues
    bytes = options.mostBytes
  }

  /// The used part of the budget, of values or of bytes, whichever is more.
  var taken: Int { max(options.mostValues - values, options.mostBytes - bytes) }

  /// Makes the budget for reading: four times the budget for writing, since a type may open a
  /// container again to find out what it is, and each class of an object opens its own, whose keys
  /// count again. A place that is read again at once is not counted again.
  static func forReading(_ options: KeyedArchiveOptions) -> ArchiveBudget {
    var budget = ArchiveBudget(options)
    budget.values = budget.values.multipliedClamping(by: 4)
    budget.bytes = budget.bytes.multipliedClamping(by: 4)
    return budget
  }

  /// Makes the budget for an outline: twice as many bytes as for writing, since an outline repeats
  /// the names of fields and classes, which are not counted when objects are written.
  static func forOutline(_ options: KeyedArchiveOptions) -> ArchiveBudget {
    var budget = ArchiveBudget(options)
    budget.bytes = budget.bytes.multipliedClamping(by: 2)
    return budget
  }

  /// Returns the number of field names that may be looked up in an archive of so many bytes: far
  /// more than a valid one needs.
  static func lookups(_ options: KeyedArchiveOptions, in length: Int) -> Int {
    options.mostValues.multipliedClamping(by: 4).addingClamping(length.multipliedClamping(by: 8))
      .addingClamping(10_000)
  }

  mutating func take(values: Int = 1, bytes: Int = 0) throws(KeyedArchiveError) {
    self.values -= values
    self.bytes -= bytes
    if self.values < 0 { throw .tooManyObjects(options) }
    if self.bytes < 0 { throw .tooManyBytes(options) }
  }

  /// Throws if a collection has more objects than an archive may have, each counted as often as it
  /// occurs.
  func check(weight: Int) throws(KeyedArchiveError) {
    if weight > options.maximumObjectCount { throw .tooManyObjects(options) }
  }

  /// Throws if nesting is too deep for another level.
  func check(depth: Int) throws(KeyedArchiveError) {
    if depth >= options.maximumDepth { throw .tooDeep(options) }
  }
}

extension Int {
  fileprivate func multipliedClamping(by factor: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }

  fileprivate func addingClamping(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
