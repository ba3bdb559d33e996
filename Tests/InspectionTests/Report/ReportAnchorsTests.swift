import Testing

@testable import PersistentObjectsReport

@Suite struct ReportAnchorsTests {
  private func declared(_ name: String, keys: [String] = []) -> ReportClass {
    ReportClass(
      name: name, table: name, rows: 0,
      samples: keys.map { ReportObject(key: $0, properties: []) })
  }

  @Test func namesClassesAndObjectsPlainly() {
    let anchors = ReportAnchors(of: [declared("Person", keys: ["17", "a b"])], rows: 5)
    #expect(anchors.anchor(ofClassNamed: "Person") == "class-Person")
    #expect(anchors.anchor(of: ReportLink(className: "Person", key: "17")) == "Person.17")
    #expect(anchors.anchor(of: ReportLink(className: "Person", key: "a b")) == "Person..1")
  }

  @Test func numbersWhatIsNotPlain() {
    let anchors = ReportAnchors(of: [declared("A"), declared("Straße", keys: ["1"])], rows: 5)
    #expect(anchors.anchor(ofClass: 1) == "class--1")
    #expect(anchors.anchor(of: ReportLink(className: "Straße", key: "1")) == "-1.1")
  }

  @Test func knowsNothingOfWhatIsNotShown() {
    var anchors = ReportAnchors(of: [declared("A", keys: ["1", "2"])], rows: 1)
    #expect(anchors.anchor(of: ReportLink(className: "A", key: "2")) == nil)
    anchors.hide(class: 0)
    #expect(anchors.anchor(ofClassNamed: "A") == nil)
  }

  @Test func givesTwoClassesOfOneNameTwoPlaces() {
    let anchors = ReportAnchors(of: [declared("A"), declared("A")], rows: 1)
    #expect(anchors.anchor(ofClass: 0) != anchors.anchor(ofClass: 1))
    #expect(anchors.anchor(ofClassNamed: "A") == anchors.anchor(ofClass: 0))
  }
}

@Suite struct ClassGraphTests {
  @Test func tellsRelationsApart() {
    let graph = ClassGraph(of: ShopReport.content.classes, maximum: 100)
    #expect(graph.nodes.count == 60)
    #expect(Set(graph.edges.map(\.relation)) == Set(ClassGraph.Relation.allCases))
  }

  @Test func drawsRelationsOfOneKindBetweenTwoClassesOnce() {
    let columns = ["from", "to"].map {
      ReportColumn(
        property: $0, column: $0, storage: "INTEGER", codec: "reference", target: "Place")
    }
    let graph = ClassGraph(
      of: [
        ReportClass(name: "Way", table: "way", rows: 0, columns: columns),
        ReportClass(name: "Place", table: "place", rows: 0),
      ], maximum: 9)
    #expect(graph.edges.map { $0.properties } == [["from", "to"]])
  }

  @Test func keepsTheClassesWithMostRelations() {
    let classes = ShopReport.content.classes
    let graph = ClassGraph(of: classes, maximum: 8)
    let names = graph.nodes.map { classes[$0.number].name }
    #expect(names.count == 8)
    #expect(names.contains("Employee") && names.contains("Product") && !names.contains("Holiday"))
  }

  @Test(arguments: [1, 12, 60, 200]) func drawsAllClassesAndRelations(count: Int) {
    let classes = ManyClasses.content(count: count).classes
    let graph = ClassGraph(of: classes, maximum: 240)
    let anchors = ReportAnchors(of: classes, rows: 0)
    for format in ClassDiagram.Format.allCases {
      let diagram = ClassDiagram(of: graph, classes: classes, format: format)
      let page = HTMLPage(diagram.svg(anchors: anchors).bytes)
      #expect(page.complaints == [])
      #expect(page.elements.count { $0.attributes["class"] == "box" } == count)
      #expect(Set(page.values(of: "href")).count == count)
      let lines = page.elements.filter { $0.attributes["data-s"] != nil }
      #expect(lines.count == graph.edges.count)
      #expect(lines.allSatisfy { $0.attributes["d"]?.contains("M") == true })
    }
  }

  @Test func linesAndBoxesNameProperties() throws {
    let text = ReportColumn(property: "title", column: "title", storage: "TEXT", codec: "text")
    func reference(_ name: String, _ target: String) -> ReportColumn {
      ReportColumn(
        property: name, column: name, storage: "INTEGER", codec: "reference", target: target)
    }
    let classes = [
      ReportClass(
        name: "Book", table: "book", rows: 1,
        columns: [text, reference("author", "Person"), reference("editor", "Person")]),
      ReportClass(name: "Person", table: "person", rows: 1, columns: [reference("boss", "Person")]),
    ]
    let graph = ClassGraph(of: classes, maximum: 2)
    let diagram = ClassDiagram(of: graph, classes: classes, format: .wide)
    let page = HTMLPage(diagram.svg(anchors: ReportAnchors(of: classes, rows: 0)).bytes)
    #expect(page.complaints == [] && page.elements.count { $0.attributes["class"] == "label" } >= 1)
    #expect(page.text.contains("title: text") && page.text.contains("author, editor"))
  }

  /// A label that covers a box or another label could not be read.
  @Test(arguments: [12, 60]) func labelsCoverNothing(count: Int) {
    let classes = ManyClasses.content(count: count).classes
    let graph = ClassGraph(of: classes, maximum: 240)
    let sizes = graph.nodes.map { _ in LayoutSize(width: 120, height: 60) }
    let links = graph.edges.map {
      LayoutLink(source: $0.source, target: $0.target, style: $0.relation.rawValue)
    }
    let layout = PackedLayout.layout(LayoutGraph(sizes: sizes, links: links), maximumWidth: 1040)
    let labels = EdgeLabels(of: graph, in: layout).labels
    #expect(!labels.isEmpty)
    for label in labels {
      let half = LabelWidth.of(label.text, size: 10) / 2
      for box in layout.boxes {
        let isApart =
          label.center.x + half <= box.origin.x || label.center.x - half >= box.right
          || label.center.y + 3 <= box.origin.y || label.center.y - 9 >= box.bottom
        #expect(isApart, "\(label) \(box)")
      }
    }
  }

  @Test func fitsNamesIntoTheirBoxes() {
    #expect(LabelWidth.fit("Short", size: 13, into: 150) == "Short")
    let name = LabelWidth.fit(String(repeating: "W", count: 100), size: 13, into: 150)
    #expect(name.hasSuffix("…") && LabelWidth.of(name, size: 13) <= 150)
  }
}
