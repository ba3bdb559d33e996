extension FileCheck {
  /// The findings by their causes, in the order of the first finding of each.
  public var causes: [Cause] {
    var places: [Cause.Key: Int] = [:]
    var causes: [Cause] = []
    for finding in findings {
      let key = Cause.Key(finding)
      if let place = places[key] {
        causes[place].findings.append(finding)
      } else {
        places[key] = causes.count
        causes.append(Cause(findings: [finding]))
      }
    }
    return causes
  }

  /// Findings that one remedy removes: of the cells of a column, of the rows that refer to missing
  /// rows of a table, of an index, or of the columns of an unknown codec.
  ///
  /// See ``FileCheck``.
  public struct Cause: Hashable, Sendable {
    /// The findings, of which there is at least one.
    public fileprivate(set) var findings: [Finding]

    /// The kind of all findings.
    public var kind: Kind { findings[0].kind }
    /// The remedy for all findings.
    public var remedy: String { findings[0].remedy }
    /// The keys of the objects with a finding.
    public var keys: [Int64] { findings.compactMap(\.pk) }
  }
}

extension FileCheck.Cause {
  /// The properties that findings of one cause have in common.
  fileprivate struct Key: Hashable {
    let kind: FileCheck.Kind
    let remedy: String
    let place: [String?]

    init(_ finding: FileCheck.Finding) {
      kind = finding.kind
      remedy = finding.remedy
      place = finding.subject.map { [$0] } ?? [finding.table, finding.column]
    }
  }

  /// The maximum number of messages, places or keys that words name.
  private static let most = 4

  /// The places in words: `person.birthdate, keys 2, 5`; empty for the whole database.
  public var place: String {
    var places: [String] = []
    for finding in findings {
      let place = [finding.table, finding.column].compactMap(\.self).joined(separator: ".")
      if !place.isEmpty, !places.contains(place) { places.append(place) }
    }
    let names = keys.isEmpty ? "" : (keys.count == 1 ? ", key " : ", keys ")
    return Self.list(places) + names + Self.list(keys.map { "\($0)" })
  }

  /// The different messages, on one line. If they are about several tables, each names its own.
  public var message: String {
    let hasSeveral = Set(findings.map(\.table)).count > 1
    var messages: [String] = []
    for finding in findings {
      let table = hasSeveral ? finding.table.map { "\($0): " } : nil
      let message = (table ?? "") + finding.message
      if !messages.contains(message) { messages.append(message) }
    }
    return Self.list(messages, separator: "; ")
  }

  private static func list(_ texts: [String], separator: String = ", ") -> String {
    let more = texts.count - most
    return texts.prefix(most).joined(separator: separator)
      + (more > 0 ? " and \(more) more" : "")
  }
}
