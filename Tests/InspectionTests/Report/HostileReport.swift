@testable import PersistentObjectsReport

/// Hostile contents: any text anywhere, duplicate names, dangling links.
struct HostileReport {
  private var generator: SeededGenerator
  private let texts: [String]

  /// Texts that try to be markup, to break it, or to be unreadable.
  static let texts = [
    "</script><script>alert(1)</script>", "<!--", "-->", "]]>", "<![CDATA[", "&lt;b&gt;", "&", "'",
    "\"", "' onload='alert(1)", "\" onerror=\"alert(1)", "javascript:alert(1)", "`${alert(1)}`",
    "</style>", "</title><img src=x onerror=alert(1)>", "</svg></section></main></body></html>",
    "\0", "a\u{0}b\u{1}\u{1F}", "\u{7F}\u{85}\u{9F}", nonCharacters,
    "\u{202E}gnp.exe", "\u{2066}x", "مرحبا بالعالم", "שלום", "e\u{301}\u{302}\u{303}",
    "\u{301}leads", String(repeating: "\u{333}\u{489}", count: 400), "👩‍👩‍👧‍👦🏳️‍🌈🇩🇪", "\u{FEFF}bom",
    "line\r\nbreak\u{2028}\u{2029}", "", " ", "wide 東京都庁舎", "\\u003c", "%3Cscript%3E", "#check",
    "class-Person", "-1", ".0", "overview", String(repeating: "W", count: 5000),
  ]

  /// Characters that the compiler does not accept in literals.
  private static let nonCharacters = String(
    String.UnicodeScalarView(
      [0xFFFE, 0xFFFF, 0xFDD0, 0x1FFFE].compactMap { (value: UInt32) in Unicode.Scalar(value) }))

  /// Creates contents from a seed.
  init(seed: Int, megabytes: Bool = false) {
    generator = SeededGenerator(seed: seed)
    let large = ["<&'\">", "x", "\u{0}", "\u{202E}", "👩‍👩‍👧‍👦", "e\u{301}"].map {
      String(repeating: $0, count: (1 << 20) / $0.utf8.count)
    }
    texts = megabytes ? large : Self.texts
  }

  private mutating func text() -> String { generator.pick(texts) }

  private mutating func note() -> String? { generator.below(2) == 0 ? nil : text() }

  private mutating func some<Element>(
    _ bound: Int, _ make: (inout HostileReport) -> Element
  ) -> [Element] {
    (0..<generator.below(bound + 1)).map { _ in make(&self) }
  }

  /// Content with the given number of classes.
  mutating func content(classes: Int, samples: Int = 5) -> ReportContent {
    let names = (0..<classes).map { "\(text())\($0.isMultiple(of: 7) ? "" : "\($0)")" }
    return ReportContent(
      title: text(), remarks: some(12) { $0.text() }, figures: some(30) { $0.figure() },
      settings: some(200) { $0.figure() }, check: check(names),
      classes: names.map { declared($0, names, samples) })
  }

  private mutating func figure() -> ReportFigure {
    let amounts: [ReportQuantity] = [
      .text(text()), .count(Int.min), .bytes(Int.max), .bytes(Int.min), .share(1e300), .share(.nan),
      .share(-1),
    ]
    return ReportFigure(name: text(), value: generator.pick(amounts), note: note())
  }

  private mutating func check(_ names: [String]) -> ReportCheck {
    let verdicts: [ReportCheck.Verdict] = [.sound, .flawed, .unknown, .unchecked]
    return ReportCheck(
      verdict: generator.pick(verdicts), scope: note(),
      findings: some(60) {
        ReportFinding(
          severity: .error, table: $0.text(), key: $0.note(), object: $0.link(names),
          text: $0.text(), remedy: $0.note())
      }, omittedFindings: generator.pick([0, 17, -3, Int.max]),
      examined: names.map { ReportExamination(name: $0, objects: 3, total: 0) })
  }

  private mutating func link(_ names: [String]) -> ReportLink {
    ReportLink(className: generator.below(5) == 0 ? text() : generator.pick(names), key: key())
  }

  private mutating func key() -> String {
    generator.below(3) == 0 ? text() : "\(generator.below(8))"
  }

  private mutating func declared(
    _ name: String, _ names: [String], _ samples: Int
  ) -> ReportClass {
    ReportClass(
      name: name, table: text(), superclass: generator.pick(names + [text()]),
      rows: generator.pick([0, -1, 9, Int.min, Int.max]),
      bytes: generator.pick([nil, 12, Int.max, Int.min]), columns: some(6) { $0.column(names) },
      childTables: some(3) { $0.childTable(names) },
      indices: some(3) { ReportIndex(name: $0.text(), columns: $0.some(4) { $0.text() }) },
      remarks: some(3) { $0.text() }, samples: (0..<samples).map { _ in object(names) })
  }

  private mutating func column(_ names: [String]) -> ReportColumn {
    ReportColumn(
      property: text(), column: text(), storage: text(), codec: text(),
      target: generator.pick([nil, text(), generator.pick(names)]), deleteRule: note(),
      statistics: statistics())
  }

  private mutating func childTable(_ names: [String]) -> ReportChildTable {
    ReportChildTable(
      property: text(), table: text(), shape: text(), codec: text(),
      target: generator.pick([nil, text(), generator.pick(names)]), rows: 7,
      statistics: statistics())
  }

  private mutating func statistics() -> ReportStatistics {
    ReportStatistics(
      values: generator.pick([0, 9, Int.max]), nulls: generator.pick([0, 3, 90, Int.min]),
      distinct: .atLeast(5),
      least: ReportText(text()), greatest: ReportText(text()),
      frequent: some(9) { ReportFrequency(value: .text(ReportText($0.text())), count: 4) },
      histogram: ReportHistogram(
        measure: .textLengths,
        bins: some(70) {
          ReportHistogram.Bin(
            from: $0.text(), to: $0.text(), count: $0.generator.pick([0, 1, 5, -9, Int.max]))
        }))
  }

  private mutating func object(_ names: [String]) -> ReportObject {
    ReportObject(
      key: key(), properties: some(6) { ReportProperty(name: $0.text(), value: $0.value(names)) },
      referrers: some(20) {
        ReportReferrer(object: $0.link(names), property: $0.text())
      }, omittedReferrers: generator.pick([0, nil, 4, Int.max, Int.min]))
  }

  private mutating func value(_ names: [String], depth: Int = 0) -> ReportValue {
    let scalars: [ReportValue] = [
      .null, .text(ReportText(text())), .figure(ReportText(text())), .unreadable(text()),
      .bytes(ReportText(text()), count: 9), .reference(link(names)),
      .undecoded(ReportText(text()), codec: text()),
    ]
    guard depth < 7, generator.below(3) == 0 else { return generator.pick(scalars) }
    let elements = some(14) {
      ReportElement(
        key: depth == 0 ? .text(ReportText($0.text())) : nil,
        value: $0.value(names, depth: depth + 4))
    }
    return .collection(elements, count: generator.pick([0, 14, 900, Int.max, Int.min]))
  }
}
