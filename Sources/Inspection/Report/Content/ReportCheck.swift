/// The result of a check.
struct ReportCheck: Hashable, Sendable {
  /// What the check says of the whole file.
  enum Verdict: Hashable, Sendable {
    /// Everything was looked at and is in order.
    case sound
    /// There are findings.
    case flawed
    /// What was looked at is in order, but not everything could be looked at.
    case unknown
    /// Nobody looked.
    case unchecked
  }

  /// What is to be said of the whole file.
  var verdict = Verdict.unchecked
  /// What was looked at, in words: "Every cell of 12 classes was read by its codec."
  var scope: String?
  /// The findings, the gravest first.
  var findings: [ReportFinding] = []
  /// The number of findings that are not among `findings`.
  var omittedFindings = 0
  /// Per class, how much was looked at.
  var examined: [ReportExamination] = []

  /// The number of all findings.
  var count: Int { findings.count + min(max(0, omittedFindings), 1 << 48) }
}

/// Something that is not as it should be, or that could not be looked at.
struct ReportFinding: Hashable, Sendable {
  /// How grave a finding is.
  enum Gravity: Hashable, Sendable {
    /// Something is wrong.
    case error
    /// Something deserves a look.
    case warning
    /// It could not be looked at.
    case unknown
  }

  /// How grave it is.
  var gravity: Gravity
  /// The table where it is.
  var table: String
  /// The row, where it is one.
  var key: String?
  /// The object to lead to, where it is one of a known class.
  var object: ReportLink?
  /// The finding in words.
  var text: String
  /// What mends it.
  var remedy: String?
}

/// How much of a class the check looked at.
struct ReportExamination: Hashable, Sendable {
  /// The class.
  var name: String
  /// The objects looked at.
  var objects: Int
  /// The objects there are.
  var total: Int
}
