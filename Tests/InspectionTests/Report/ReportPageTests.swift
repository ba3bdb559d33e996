import Testing

@testable import PersistentObjectsReport

@Suite struct ReportPageTests {
  private func page(
    _ content: ReportContent, _ limits: ReportLimits = ReportLimits()
  ) throws -> (bytes: [UInt8], outcome: ReportOutcome) {
    var bytes: [UInt8] = []
    let outcome = try ReportPage(content, limits: limits).write { bytes += $0 }
    return (bytes, outcome)
  }

  private func expectSound(_ bytes: [UInt8]) {
    let page = HTMLPage(bytes)
    #expect(page.complaints == [])
    #expect(page.brokenLinks == [])
    #expect(page.elements.count { $0.name == "script" } == 1)
    #expect(page.elements.count { $0.name == "style" } == 1)
    #expect(page.elements.allSatisfy { !["img", "iframe", "object"].contains($0.name) })
  }

  @Test(arguments: 1...6) func writesNoDataAsMarkup(seed: Int) throws {
    var hostile = HostileReport(seed: seed)
    let content = hostile.content(classes: 1 + seed * 2)
    expectSound(try page(content).bytes)
  }

  @Test func saysEachHostileTextInFull() throws {
    var content = ReportContent(title: "hostile")
    let texts = HostileReport.texts.filter { text in
      !text.unicodeScalars.contains("\u{489}")
        && text.unicodeScalars.allSatisfy { $0.nameOfUnseen == nil }
    }
    let values = texts.map { ReportProperty(name: "p", value: .text(ReportText($0, limit: 200))) }
    content.classes = [
      ReportClass(
        name: "A", table: "a", rows: 1, samples: [ReportObject(key: "1", properties: values)])
    ]
    let shown = HTMLPage(try page(content).bytes).text
    // Byte by byte, since a leading mark joins the character before it.
    for text in texts {
      let part = String.UnicodeScalarView(text.unicodeScalars.prefix(150))
      #expect(shown.utf8.firstRange(of: String(part).utf8) != nil)
    }
  }

  @Test func isTheSameEachTime() throws {
    let content = ShopReport.content
    #expect(try page(content).bytes == page(content).bytes)
  }

  @Test func isWellFormedForSixtyClasses() throws {
    let (bytes, outcome) = try page(ShopReport.content)
    expectSound(bytes)
    #expect(outcome.bytes == bytes.count)
    #expect(outcome.omittedClasses + outcome.briefClasses + outcome.omittedSamples == 0)
  }

  @Test(arguments: [1, ReportLimits.leastBytes, 500_000])
  func neverExceedsTheBound(bytes: Int) throws {
    let limits = ReportLimits(maximumBytes: bytes)
    for content in [ShopReport.content, hostile(seed: 3, classes: 40)] {
      let (page, outcome) = try page(content, limits)
      #expect(page.count <= limits.maximumBytes)
      #expect(page.count == outcome.bytes)
      let samples = content.classes.reduce(0) { $0 + $1.samples.count }
      #expect(outcome.samples + outcome.omittedSamples == samples)
      expectSound(page)
    }
  }

  @Test(arguments: [1, 2]) func boundsMegabytesOfTextAnywhere(seed: Int) throws {
    var hostile = HostileReport(seed: seed, megabytes: true)
    let content = hostile.content(classes: 2 + seed, samples: 2)
    for limit in [ReportLimits.leastBytes, 5_000_000] {
      let (bytes, _) = try page(content, ReportLimits(maximumBytes: limit))
      #expect(bytes.count <= limit)
      expectSound(bytes)
    }
  }

  @Test func boundsFiveThousandClasses() throws {
    let content = ManyClasses.content(count: 5_000)
    let (bytes, outcome) = try page(content)
    #expect(bytes.count <= 5_000_000)
    #expect(bytes.count > 3_000_000)
    #expect(outcome.omittedClasses == 0)
    #expect(outcome.briefClasses > 0)
    #expect(outcome.samples > 0)
    expectSound(bytes)
  }

  @Test func saysWhatItLeavesOut() throws {
    let (bytes, outcome) = try page(ShopReport.content, ReportLimits(maximumBytes: 400_000))
    let text = HTMLPage(bytes).text
    #expect(outcome.omittedSamples > 0)
    #expect(text.contains("leaves out: \(outcome.omittedSamples.counted("sample object"))"))
  }

  @Test func showsNoMoreRowsThanAskedFor() throws {
    let (bytes, outcome) = try page(ShopReport.content, ReportLimits(rows: 2))
    #expect(outcome.samples == 120)
    #expect(HTMLPage(bytes).elements.count { $0.attributes["class"] == "card" } == 120)
  }

  @Test func sortsSharesByAllTheirDigits() throws {
    var content = ReportContent(title: "shares")
    let columns = [1, 4, 2, 3].map { nulls in
      ReportColumn(
        property: "p\(nulls)", column: "p\(nulls)", storage: "TEXT", codec: "text",
        statistics: ReportStatistics(values: 100, nulls: nulls))
    }
    content.classes = [ReportClass(name: "A", table: "a", rows: 1000, columns: columns)]
    content.check.examined = [ReportExamination(name: "A", objects: 37, total: 1000)]
    let orders = HTMLPage(try page(content).bytes).values(of: "data-v")
    #expect(orders.prefix(6) == ["1000", "-1", "4", "0", "0", "0.037"], "the table of classes")
    #expect(
      orders.dropFirst(6) == ["0.01", "-1", "0.04", "-1", "0.02", "-1", "0.03", "-1"],
      "NULL and distinct values of each property")
  }

  @Test func beginsWithTheDiagram() throws {
    let ids = HTMLPage(try page(ShopReport.content).bytes).values(of: "id")
    let sections = ids.filter { ["overview", "diagram", "check", "classes"].contains($0) }
    #expect(sections == ["overview", "diagram", "check", "classes"])
  }

  /// Columns with codecs of the program's own are no fault.
  @Test func countsFaultsAndUncheckedPartsApart() throws {
    var content = ShopReport.content
    let both = HTMLPage(try page(content).bytes)
    #expect(
      both.text.contains("2\u{A0}faults.") && both.text.contains("1\u{A0}part was not checked."))
    #expect(both.elements.contains { $0.attributes["class"] == "verdict bad" })
    content.check.findings.removeAll { $0.severity != .unknown }
    content.check.verdict = .unknown
    let sound = HTMLPage(try page(content).bytes)
    #expect(sound.elements.contains { $0.attributes["class"] == "verdict good" })
    #expect(sound.text.contains("Sound, as far as it was checked. 1\u{A0}part was not checked."))
    #expect(sound.text.contains("Not checked") && !sound.text.contains("fault"))
  }

  @Test func namesItsColumnsAsOthersDo() throws {
    let text = HTMLPage(try page(ShopReport.content).bytes).text
    #expect(text.contains("Severity") && text.contains("Distribution"))
  }

  @Test func showsRowsAndBytesAsBars() throws {
    var content = ReportContent(title: "bars")
    content.classes = [("A", 100, 4096), ("B", 50, 1024), ("C", 0, nil)].map {
      ReportClass(name: $0, table: $0, rows: $1, bytes: $2)
    }
    let bars = HTMLPage(try page(content).bytes).elements.filter {
      $0.name == "path" && $0.attributes["d"]?.hasPrefix("M0 0h") == true
        && $0.attributes["class"] == nil
    }
    #expect(
      bars.compactMap { $0.attributes["d"] } == [
        "M0 0h40v3h-40z", "M0 0h40v3h-40z", "M0 0h20v3h-20z", "M0 0h10v3h-10z",
      ])
  }

  @Test func givesWideValuesARowOfTheirOwn() throws {
    func rows(_ value: String) throws -> [String?] {
      var content = ReportContent(title: "wide")
      let statistics = ReportStatistics(
        values: 2, nulls: 0, least: "a", greatest: ReportText(value),
        frequent: [ReportFrequency(value: .text(ReportText(value)), count: 1)])
      let column = ReportColumn(
        property: "p", column: "p", storage: "TEXT", codec: "text", statistics: statistics)
      let object = ReportObject(
        key: "1", properties: [ReportProperty(name: "p", value: .text(ReportText(value)))])
      content.classes = [
        ReportClass(name: "A", table: "a", rows: 1, columns: [column], samples: [object])
      ]
      let bytes = try page(content).bytes
      expectSound(bytes)
      return HTMLPage(bytes).elements.filter { ["tr", "div"].contains($0.name) }
        .map { $0.attributes["class"] }
    }
    #expect(try !rows("short").contains("wide"))
    let long = String(repeating: "long ", count: 20)
    #expect(try rows(long).count { $0 == "wide" } == 2, "in the table, and in the sample")
  }

  @Test func rendersNothingAtAll() throws {
    expectSound(try page(ReportContent(title: "")).bytes)
  }

  @Test func writesInPieces() throws {
    var largest = 0
    try ReportPage(ShopReport.content).write { largest = max(largest, $0.count) }
    #expect(largest < 200_000)
  }

  @Test func passesOnTheSinksError() {
    struct Full: Error {}
    #expect(throws: Full.self) { try ReportPage(ShopReport.content).write { _ in throw Full() } }
  }

  private func hostile(seed: Int, classes: Int) -> ReportContent {
    var hostile = HostileReport(seed: seed)
    return hostile.content(classes: classes)
  }
}
