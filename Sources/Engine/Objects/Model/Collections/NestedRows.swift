import PersistentObjectsCodec
import PersistentObjectsDriver

/// Elements that are collections with rows of their own.
final class NestedRows<Whole: _ColumnCollection>: ElementRows<Whole> {
  private let inner: ChildRows<Whole>
  private let makeNil: (() -> Whole)?
  private let states = ChildMemory<State>()
  private let wholes = ChildMemory<Whole>()

  private enum State { case absent, dense, sparse }

  init(_ inner: ChildRows<Whole>, makeNil: (() -> Whole)?) {
    self.inner = inner
    self.makeNil = makeNil
  }

  override func append(_ row: Row, at index: Int) throws {
    if !row.isNull(at: index) {
      states.append(.dense)
      return try inner.readRun(under: row)
    }
    if makeNil == nil { throw CodecError("an element is NULL, but its type is not optional") }
    states.append(.absent)
  }

  override func finish(_ session: any ObjectSession) throws {
    try inner.finish(session)
    for position in states.all.indices {
      if states.all[position] == .absent {
        if let makeNil { wholes.append(makeNil()) }
      } else {
        let (whole, isSparse) = inner.takeWhole()
        wholes.append(whole.move())
        if isSparse { states.all[position] = .sparse }
      }
    }
  }

  override func take(_ count: Int, isSparse: inout Bool) -> UnsafeMutablePointer<Whole> {
    let states = UnsafeBufferPointer(start: states.take(count), count: count)
    if states.contains(.sparse) { isSparse = true }
    return wholes.take(count)
  }
}
