// inherits
@Persistent final class Board: Canvas {
  var size = 1
  override var snapshot: String { "board" }
  init() { super.init(title: "") }
}
@Persistent final class Wall: Canvas {
  var size = 1
  func wallSnapshot() -> String { "wall" }
  init() { super.init(title: "") }
}
