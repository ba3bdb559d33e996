import PersistentObjects
import PersistentObjectsDriver
import Testing

@testable import demo

@Suite struct RelationCodecTests {
  @Test(arguments: [
    Relation(alternatives: []), Relation(alternatives: [.init(package: "")]),
    Relation(alternatives: [.init(package: "a b")]),
    Relation(alternatives: [.init(package: "a", architecture: "")]),
    Relation(alternatives: [.init(package: "a", architecture: "x y")]),
  ])
  func refusesWhatWouldNotComeBack(relation: Relation) {
    let cells = RowBatch(width: 1)
    var writer = ColumnWriter(cells, at: 0)
    #expect(throws: CodecError.self) { try RelationCodec().encode(relation, into: &writer) }
  }
}
