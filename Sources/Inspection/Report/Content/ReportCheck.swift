/// The result of a check.
struct ReportCheck: Hashable, Sendable {
  /// The verdict of the check on the whole file.
  enum Verdict: Hashable, Sendable {
    /// The whole file was checked and is in order.
    case sound
    /// The check has found faults.
    case flawed
    /// The checked parts are in order. Others were not checked, such as columns with codecs of the
    /// program's own.
    case unknown
    /// The file was not checked.
    case unchecked
  }

  /// The verdict on the whole file.
  var verdict = Verdict.unchecked
  /// The extent of the check in words, such as "Every cell of 12 classes was read by its codec."
  var scope: String?
  /// The findings, the most severe first.
  var findings: [ReportFinding] = []
  /// The number of findings that are not among `findings`.
  var omittedFindings = 0
  /// The extent of the check for each class.
  var examined: [ReportExamination] = []

  /// The total number of findings.
  var count: Int { findings.count + min(max(0, omittedFindings), 1 << 48) }
  /// The number of parts that were not checked.
  var unchecked: Int { findings.count { $0.severity == .unknown } }
  /// The number of faults.
  var faults: Int { count - unchecked }
}

/// A problem, or a part that could not be checked.
struct ReportFinding: Hashable, Sendable {
  /// The severity of a finding.
  enum Severity: Hashable, Sendable {
    /// An error.
    case error
    /// A warning.
    case warning
    /// A part that could not be checked.
    case unknown
  }

  /// The severity of the finding.
  var severity: Severity
  /// The table concerned.
  var table: String
  /// The row concerned, if there is one.
  var key: String?
  /// The object to link to, if the row is an object of a known class.
  var object: ReportLink?
  /// The finding in words.
  var text: String
  /// The remedy.
  var remedy: String?
}

/// The extent of a class's check.
struct ReportExamination: Hashable, Sendable {
  /// The class.
  var name: String
  /// The number of objects that were checked.
  var objects: Int
  /// The number of all objects.
  var total: Int
}
