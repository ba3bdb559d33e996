import Testing

@testable import PersistentObjectsReport

@Suite struct LayoutTests {
  /// Random graphs: boxes, links, and the seed.
  static let cases = [
    (1, 0, 1), (2, 1, 2), (3, 9, 3), (12, 14, 4), (60, 77, 5), (60, 200, 6), (120, 90, 7),
    (200, 260, 8), (200, 400, 9), (40, 200, 10), (200, 20, 11),
  ]

  /// Their layouts, by seed.
  static let layouts = Dictionary(
    uniqueKeysWithValues: cases.map {
      ($2, PackedLayout.layout(graph($0, $1, seed: $2), maximumWidth: 1040))
    })

  static func graph(_ boxes: Int, _ links: Int, seed: Int) -> LayoutGraph {
    var generator = SeededGenerator(seed: seed)
    let sizes = (0..<boxes).map { _ in
      LayoutSize(
        width: Double(60 + generator.below(120)), height: Double(41 + 14 * generator.below(5)))
    }
    let all = (0..<links).map { _ in
      LayoutLink(
        source: generator.below(boxes), target: generator.below(boxes), style: generator.below(3))
    }
    return LayoutGraph(sizes: sizes, links: all)
  }

  @Test(arguments: cases) func drawsNoBoxOverAnother(boxes: Int, links: Int, seed: Int) throws {
    let layout = try #require(Self.layouts[seed])
    #expect(layout.boxes.count == boxes)
    for (index, box) in layout.boxes.enumerated() {
      let hits = layout.boxes.dropFirst(index + 1).filter { $0.overlaps(box) }
      #expect(hits.isEmpty)
    }
  }

  @Test(arguments: cases) func drawsEveryLinkFromItsSourceToItsTarget(
    boxes: Int, links: Int, seed: Int
  ) throws {
    let graph = Self.graph(boxes, links, seed: seed)
    let layout = try #require(Self.layouts[seed])
    #expect(layout.routes.count == graph.links.count)
    for (link, route) in zip(graph.links, layout.routes) where link.source != link.target {
      #expect(route.first.map { layout.boxes[link.source].touches($0) } == true)
      #expect(route.last.map { layout.boxes[link.target].touches($0) } == true)
    }
  }

  @Test(arguments: cases) func leadsNoLinkThroughABox(boxes: Int, links: Int, seed: Int) throws {
    let layout = try #require(Self.layouts[seed])
    let points = layout.routes.flatMap(Self.points)
    let hits = points.filter { point in layout.boxes.contains { $0.contains(point) } }
    #expect(hits.isEmpty)
  }

  @Test(arguments: cases) func staysOnTheSheet(boxes: Int, links: Int, seed: Int) throws {
    let layout = try #require(Self.layouts[seed])
    let (width, height) = (layout.size.width + 0.1, layout.size.height + 0.1)
    #expect(layout.boxes.allSatisfy { $0.right <= width && $0.bottom <= height })
    #expect(layout.boxes.allSatisfy { $0.origin.x >= -0.1 && $0.origin.y >= -0.1 })
    #expect(layout.routes.joined().allSatisfy { $0.x >= -0.1 && $0.x <= width && $0.y <= height })
  }

  @Test(arguments: cases) func isTheSameEachTime(boxes: Int, links: Int, seed: Int) {
    let again = PackedLayout.layout(Self.graph(boxes, links, seed: seed), maximumWidth: 1040)
    #expect(again == Self.layouts[seed])
  }

  @Test func putsTargetsAbove() {
    var generator = SeededGenerator(seed: 5)
    var graph = Self.graph(80, 0, seed: 5)
    graph.links = (0..<160).map { _ in
      let target = generator.below(79)
      return LayoutLink(source: target + 1 + generator.below(79 - target), target: target, style: 0)
    }
    let layout = PackedLayout.layout(graph, maximumWidth: 1040)
    for link in graph.links {
      #expect(layout.boxes[link.target].bottom < layout.boxes[link.source].origin.y)
    }
  }

  @Test func breaksALayerThatIsTooWide() {
    var graph = Self.graph(41, 0, seed: 1)
    graph.links = (1...40).map { LayoutLink(source: $0, target: 0, style: 0) }
    let layout = PackedLayout.layout(graph, maximumWidth: 1040)
    #expect(layout.size.width <= 1100)
    #expect(Set(layout.boxes.map(\.origin.y)).count > 4)
  }

  @Test func putsWhatHasNoLinksBeside() {
    let layout = PackedLayout.layout(Self.graph(60, 0, seed: 2), maximumWidth: 1040)
    #expect(layout.size.width <= 1040)
    #expect(Set(layout.boxes.map(\.origin.y)).count < 15)
  }

  @Test func turnsNoLinkThatMattersMore() {
    let size = LayoutSize(width: 80, height: 40)
    let graph = LayoutGraph(
      sizes: [size, size],
      links: [
        LayoutLink(source: 0, target: 1, style: 0),
        LayoutLink(source: 1, target: 0, style: 1, weight: 100),
      ])
    #expect(LinkDirections(graph: graph).isTurned == [true, false])
  }

  @Test func fitsNumbersThatDoNotDescend() {
    #expect(MonotoneRegression.fit([3, 1, 2], weights: [1, 1, 1]) == [2, 2, 2])
    #expect(MonotoneRegression.fit([1, 5, 3], weights: [1, 3, 1]) == [1, 4.5, 4.5])
    #expect(MonotoneRegression.fit([], weights: []) == [])
  }

  /// Points along a route as it is drawn, without its ends.
  private static func points(_ route: [LayoutPoint]) -> [LayoutPoint] {
    zip(route, route.dropFirst()).flatMap { from, to in
      (1..<16).map { step in
        let t = Double(step) / 16
        let (first, second) = (3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t)
        let (start, end) = ((1 - t) * (1 - t) * (1 - t), t * t * t)
        let middle = (from.y + to.y) / 2
        return LayoutPoint(
          x: (start + first) * from.x + (second + end) * to.x,
          y: start * from.y + (first + second) * middle + end * to.y)
      }
    }
  }
}

extension LayoutBox {
  func overlaps(_ other: LayoutBox) -> Bool {
    origin.x < other.right && other.origin.x < right && origin.y < other.bottom
      && other.origin.y < bottom
  }

  func touches(_ point: LayoutPoint) -> Bool {
    let isBeside = abs(point.y - origin.y) < 0.1 || abs(point.y - bottom) < 0.1
    return isBeside && point.x >= origin.x && point.x <= right
  }

  func contains(_ point: LayoutPoint) -> Bool {
    point.x > origin.x + 0.1 && point.x < right - 0.1 && point.y > origin.y + 0.1
      && point.y < bottom - 0.1
  }
}
