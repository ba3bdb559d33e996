import Foundation
import PersistentObjects
import PersistentObjectsGeneration
import PersistentObjectsTransfer
import TestSupport
import Testing

@testable import PersistentObjectsInspection
@testable import PersistentObjectsReport

/// Values in several columns, read without the classes of their program.
@Suite struct CompositeInspectionTests {
  // MARK: The model

  @Test func aValueIsOnePropertyWithAType() throws {
    try Estate.withFile { store, _ in
      let model = try InspectedFile(store.path).model
      let estate = try #require(model.classModel(named: "Estate"))
      #expect(
        estate.properties.map { "\($0.name): \($0.type), \($0.columnName)" } == [
          "name: String, name", "home: Plot, home", "work: Plot?, work", "memo: Memo?, memo",
          "site: Site, site", "other: Site?, other", "open: DateSpanForm, opening",
          "closed: DateSpanForm?, closed", "byName: [String: Plot], by_name",
          "marks: Set<GeoMark>, marks", "plots: [Plot], plots", "rounds: [[GeoMark]], rounds",
          "sites: [Site?], sites",
        ])
      #expect(
        model.types?.map(\.name) == ["DateSpanForm", "GeoMark", "Memo", "Plot", "Site"])
      #expect(model.composite(named: "DateSpanForm")?.codec?.version == 2)
      let summaries = estate.properties.compactMap { model.summary(of: $0.type) }
      #expect(
        summaries.prefix(4) == [
          "(street, town, zip)", "(street, town, zip)", "(text?, stars?)",
          "(nick?, plot, mark?, memo?, paint, country)",
        ])
    }
  }

  @Test func aFieldIsOptionalIfAValueHasNULL() throws {
    try Estate.withFile { store, session in
      let model = try InspectedFile(store.path).declaredModel()
      let plot = try #require(model.composite(named: "Plot"))
      #expect(
        plot.fields?.map { "\($0.name): \($0.type)" } == [
          "street: String", "town: String", "zip: String?",
        ])
      #expect(plot.fields?.map(\.isIndexed) == [nil, true, nil])
      let estate = try #require(model.classModel(named: "Estate"))
      #expect(estate.indices?.map(\.columns) == [["home_zip", "name"]])
      // NULL in `work_street` is no value, rather than one without a street.
      try session.execute("UPDATE estate SET site_country = NULL")
      let other = try InspectedFile(store.path).declaredModel().composite(named: "Site")
      #expect(other?.fields?.last?.type == .optional(.named("String")))
    }
  }

  @Test func valuesOfOneNameWithOtherFieldsHaveOtherTypes() throws {
    try Estate.withFile { store, session in
      try session.execute(
        """
        UPDATE _persistent_column SET part_of = replace(part_of, 'Memo', 'Plot') \
        WHERE part_of LIKE '%Memo%'
        """)
      let model = try InspectedFile(store.path).declaredModel()
      #expect(model.types?.map(\.name).filter { $0.hasPrefix("Plot") } == ["Plot", "Plot2"])
      try model.check(source: store.path)
    }
  }

  // MARK: Objects

  @Test func objectsHaveTheirValuesFieldByField() throws {
    try Estate.withFile { store, _ in
      var shown: [InspectedObject] = []
      try InspectedFile(store.path).forEachObject(of: "Estate") {
        shown.append($0)
        return true
      }
      #expect(shown[0]["home"]?.description == #"(street: "Markt 1", town: "Bonn", zip: nil)"#)
      #expect(shown[0]["memo"]?.description == "(text: nil, stars: nil)")
      #expect(shown[1]["memo"] == .null && shown[1]["work"] == .null && shown[1]["other"] == .null)
      #expect(
        shown[0]["open"]?.description == "(lower: 2001-01-02 00:00:00, upper: 2001-01-02 00:00:01)")
      #expect(
        shown[0]["site"]?.description.contains(##"paint: hex-color "#ff0000", country: "DE""##)
          == true)
      #expect(shown[0]["rounds"]?.description == "[[(latitude: 3.0, longitude: 4.0)], []]")
      guard case .list(let sites)? = shown[0]["sites"] else { throw CodecError("no list") }
      #expect(sites[0] == .null && sites[2] == .null)
      #expect(sites[1].description.hasPrefix(#"(nick: "n", plot: (street: "Via Appia 2""#))
    }
  }

  @Test func keysMayHaveSeveralColumns() throws {
    try Shed.withFile { store, session in
      let file = try InspectedFile(store.path)
      var shown: [InspectedObject] = []
      try file.forEachObject(of: "Shed") {
        shown.append($0)
        return true
      }
      let (key, other) = ("(latitude: 1.0, longitude: -0.0)", "(latitude: 2.0, longitude: 3.0)")
      #expect(
        shown.first?["shelves"]?.description
          == #"[\#(key): (street: "Via Appia 2", town: "Rome", zip: "00179")]"#)
      #expect(shown.first?["rows"]?.description == #"[[], [\#(key): "x", \#(other): nil]]"#)
      #expect(shown.first?["plot"]?.description == #"(street: "Markt 1", town: "Bonn", zip: nil)"#)
      let check = try file.check(isDeep: true)
      #expect(check.isSound, "\(check.findings)")
      var page = ""
      _ = try file.report().write { page += String(decoding: $0, as: UTF8.self) }
      #expect(page.contains("GeoMark (latitude, longitude)"))
    }
  }

  @Test func pathsAndOrdersLeadToFields() throws {
    try Estate.withFile { store, _ in
      let file = try InspectedFile(store.path)
      var found: [InspectedValue] = []
      for path in ["Estate#1.home.town", "Estate#1.sites.plot.town", "Estate#2.work.town"] {
        try file.follow(ObjectPath(path)) {
          found.append($0)
          return true
        }
      }
      #expect(found == [.text("Bonn"), .text("Rome")])
      var query = ObjectQuery("Estate")
      query.order = [.init("home.town", isDescending: true)]
      var keys: [Int64] = []
      try file.forEachObject(matching: query) {
        keys.append($0.key.pk)
        return true
      }
      #expect(keys == [2, 1])
    }
  }

  // MARK: Checks and differences

  @Test(arguments: [
    ("UPDATE estate SET work_street = NULL WHERE pk = 1", "estate", "work_street"),
    ("UPDATE estate SET memo = NULL, memo_stars = 1", "estate", "memo"),
    ("UPDATE estate SET other_mark_latitude = NULL WHERE pk = 1", "estate", "other_mark_latitude"),
    ("UPDATE estate_sites SET plot_street = NULL", "estate_sites", "plot_street"),
  ])
  func columnsThatContradictEachOtherAreFound(
    _ change: String, _ table: String, _ column: String
  ) throws {
    try Estate.withFile { store, session in
      let sound = try InspectedFile(store.path).check(isDeep: true)
      #expect(sound.isSound, "\(sound.findings)")
      try session.execute(Criteria(stringLiteral: change))
      let check = try InspectedFile(store.path).check(isDeep: true)
      let found = check.findings.filter { $0.kind != .unknown }
      #expect(found.map(\.kind).first == .presence, "\(found)")
      #expect(found.first?.table == table && found.first?.column == column && found.first?.pk == 1)
    }
  }

  @Test func differencesAreOfFields() throws {
    try Estate.withFile { before, _ in
      try Estate.withFile { after, session in
        try session.execute(
          """
          UPDATE estate SET home_town = 'Ulm', work_street = NULL, work_town = NULL, \
          work_zip = NULL WHERE pk = 1
          """)
        var found: [String] = []
        let (old, new) = (try InspectedFile(before.path), try InspectedFile(after.path))
        try old.forEachObjectDifference(from: new) {
          found.append("\($0.property ?? ""): \($0.before ?? .null) → \($0.after ?? .null)")
          return true
        }
        #expect(
          found == [
            #"home.town: "Bonn" → "Ulm""#,
            #"work: (street: "Via Appia 2", town: "Rome", zip: "00179") → nil"#,
          ])
        #expect(old.layoutDifferences(from: new).isEmpty)
      }
    }
  }

  // MARK: Transfer

  @Test func loadedIsWhatWasExported() throws {
    for run in [Estate.withFile, Till.withFile, Shed.withFile] {
      try run { store, _ in
        let original = try InspectedFile(store.path)
        let copy = try TemporaryFile()
        defer { copy.remove() }
        _ = try StoreLoader(copy.path).load(lines: TransferTests.export(original))
        let loaded = try InspectedFile(copy.path)
        #expect(try loaded.checksum() == original.checksum())
        #expect(loaded.model == original.model)
        #expect(try loaded.everything == original.everything)
        let records = "SELECT * FROM _persistent_column ORDER BY table_name, column_name"
        #expect(try loaded.rows(records) == original.rows(records))
        let indices = "SELECT * FROM _persistent_index ORDER BY name"
        #expect(try loaded.rows(indices) == original.rows(indices))
      }
    }
  }

  @Test(arguments: [
    (#"{"fields":{"street":"s","village":"t"}}"#, "there is no field 'village'"),
    (#""text""#, "it holds a value with fields"), ("null", "it holds a value with fields"),
  ])
  func whatIsNoValueIsRefused(_ home: String, _ message: String) throws {
    try Estate.withFile { store, session in
      let line = #"{"class":"Estate","key":7,"properties":{"home":\#(home)}}"#
      let error = failure {
        _ = try StoreLoader(store.path).load(lines: Array(line.utf8))
      }
      #expect(
        error?.code == .invalidValues && error?.message.contains(message) == true,
        "\(String(describing: error))")
    }
  }

  // MARK: Enums

  @Test func enumsHaveTheirCaseAndItsValues() throws {
    try Till.withFile { store, session in
      let file = try InspectedFile(store.path)
      var shown: [String] = []
      try file.forEachObject(of: "Till") {
        shown.append($0["payment"]?.description ?? "")
        return true
      }
      #expect(
        shown == [
          #"(case: "cash")"#, #"(case: "card", number: "4111", stars: nil)"#,
          #"(case: "transfer", _0: "DE1")"#,
          #"(case: "onSite", _0: (latitude: 1.5, longitude: 2.5))"#,
        ])
      #expect(try file.check(isDeep: true).isSound)
      try session.execute("UPDATE till SET payment = 'cash' WHERE pk = 2")
      try session.execute("UPDATE till SET payment = 'cheque' WHERE pk = 1")
      let found = try InspectedFile(store.path).check(isDeep: true).findings
        .filter { $0.table == "till" && $0.kind != .unknown }
      #expect(found.map(\.kind) == [.value, .presence] && found.map(\.pk) == [1, 2])
      #expect(found.first?.message.contains("none of the cases cash, card") == true)
    }
  }

  @Test func enumsAreGenerated() throws {
    try Till.withFile { store, _ in
      let source = try ModelSource(path: store.path).model()
        .swiftDeclarations(templates: TemplateSet())
      #expect(
        source.contains(
          """
          @Embeddable enum Payment: Swift.Hashable {
            case cash
            case card(number: String, stars: Int?)
            case transfer(String)
            case onSite(GeoMark)
          }
          """), "\(source)")
      #expect(source.contains("var payment: Payment\n"))
    }
  }

  // MARK: Generation

  @Test func columnsWithTheNamesOfFieldsAloneAreGenerated() throws {
    try Shed.withFile { store, _ in
      let source = try ModelSource(path: store.path).model()
        .swiftDeclarations(templates: TemplateSet())
      for line in [
        "@Column(\"\") var plot: Plot\n", "var former: Plot?\n", "  var street: String\n",
        "var shelves: [GeoMark: Plot] = [:]\n", "var rows: [[GeoMark: String?]] = []\n",
      ] {
        #expect(source.contains(line), "\(line) in \(source)")
      }
    }
  }

  @Test(.timeLimit(.minutes(10))) func generatedTypesOpenTheFileWithNothingPending() async throws {
    let (file, program) = (try TemporaryFile(), try ClientProgram())
    defer {
      file.remove()
      program.remove()
    }
    let store = try Store(path: file.path)
    do { try Estate.save(in: Session(store: store)) }
    store.close()
    let checksum = try InspectedFile(file.path).checksum()
    let model = try ModelSource(path: file.path).model()
    try GeneratedFolder(program.path, model: model, templates: TemplateSet()).generate()
    try program.write(ClientProgram.opening(model), to: "main.swift")
    let (status, output) = try await program.compile().finish()
    try #require(status == 0 && output.isEmpty, "\(output)")
    let result = try await program.run([file.path]).finish()
    #expect(result.status == 0 && result.output.isEmpty, "\(result.output)")
    #expect(try InspectedFile(file.path).checksum() == checksum)
  }

  @Test(arguments: [
    (#"{"name": "A", "fields": []}"#, "a value in several columns needs a field or a case"),
    (#"{"name": "A", "fields": [{"name": "a", "type": "A?"}]}"#, "it contains itself"),
    (#"{"name": "A", "fields": [{"name": "a", "type": "[Int]"}]}"#, "a field is a value"),
    (#"{"name": "A", "fields": [{"name": "a", "type": "C"}]}"#, "not an object of a class"),
    (#"{"name": "A", "cases": [{"name": "a"}, {"name": "a"}]}"#, "two cases have the same name"),
    (#"{"name": "A", "fields": [{"name": "a", "type": "Nope"}]}"#, "there is no type"),
  ])
  func typesThatCannotBeMadeAreRefused(_ type: String, _ problem: String) throws {
    let json = #"{"format": 1, "types": [\#(type)], "classes": [{"name": "C"}]}"#
    #expect {
      _ = try ModelSource.json(Data(json.utf8), name: "m").model()
    } throws: { error in
      (error as? ModelError)?.problems.contains { $0.contains(problem) } == true
    }
  }

  // MARK: The report

  @Test func theReportHasAColumnForEachField() throws {
    try Estate.withFile { store, _ in
      var page = ""
      let report = try InspectedFile(store.path).report()
      _ = try report.write { page += String(decoding: $0, as: UTF8.self) }
      #expect(page.contains("home.town") && page.contains("Plot (street, town, zip)"))
    }
  }
}
