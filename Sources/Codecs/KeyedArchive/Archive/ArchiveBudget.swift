/// How many values, and how many bytes of text and data, may still be written or read.
///
/// An archive can refer to one entry many times, so a small one may stand for endless values:
/// each is counted as often as it occurs.
struct ArchiveBudget {
  let options: KeyedArchiveOptions
  private var values: Int
  private var bytes: Int

  /// What the options allow.
  init(_ options: KeyedArchiveOptions) {
    self.options = options
    values = options.mostValues
    bytes = options.mostBytes
  }

  /// What has been taken, in whichever of the two is more.
  var taken: Int { max(options.mostValues - values, options.mostBytes - bytes) }

  /// What reading may use: a multiple of what may be written, since a type may read a value more
  /// than once to find out what it is.
  static func forReading(_ options: KeyedArchiveOptions) -> ArchiveBudget {
    var budget = ArchiveBudget(options)
    budget.values = budget.values.multipliedClamping(by: 8)
    budget.bytes = budget.bytes.multipliedClamping(by: 2)
    return budget
  }

  /// How many names of fields may be looked at: far more than reading what may be written needs.
  static func lookups(_ options: KeyedArchiveOptions) -> Int {
    options.maximumObjectCount.multipliedClamping(by: 64).addingClamping(10_000)
  }

  mutating func take(values: Int = 1, bytes: Int = 0) throws(KeyedArchiveError) {
    self.values -= values
    self.bytes -= bytes
    if self.values < 0 { throw .tooManyObjects(options) }
    if self.bytes < 0 { throw .tooManyBytes(options) }
  }

  /// Throws if a collection has more objects, each counted as often as it occurs, than an archive
  /// may have.
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
