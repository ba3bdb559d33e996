import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver

/// Values that are decoded as their rows are read.
final class ValueRows<Value>: ElementRows<Value> {
  private let values = ChildMemory<Value>()
  private let codec: ValueCodec<Value>

  init(_ codec: ValueCodec<Value>) { self.codec = codec }

  override func append(_ row: Row, at index: Int) throws {
    let column = ColumnReader(row[index])
    // This avoids counting references to the codec's function for each element.
    values.next.initialize(
      to: try Unmanaged.passUnretained(codec).borrow { try $0.decode(column) })
    values.advance()
  }

  override var areReadAtOnce: Bool { true }

  override func take(_ count: Int, isSparse: inout Bool) -> UnsafeMutablePointer<Value> {
    values.take(count)
  }
}

/// Values in several columns that are decoded as their rows are read.
final class CompositeRows<Value>: ElementRows<Value> {
  private let values = ChildMemory<Value>()
  private let coding: CompositeCoding<Value>

  init(_ coding: CompositeCoding<Value>) { self.coding = coding }

  override func append(_ row: Row, at index: Int) throws {
    values.next.initialize(
      to: try Unmanaged.passUnretained(coding).borrow { try $0.decodeResult(from: row, at: index) })
    values.advance()
  }

  override var areReadAtOnce: Bool { true }

  override func take(_ count: Int, isSparse: inout Bool) -> UnsafeMutablePointer<Value> {
    values.take(count)
  }
}
