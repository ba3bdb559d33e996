@Persistent class Canvas {
  var title: String
  var snapshot: String { title }
}
@Persistent class Photo {
  var title: String
  func snapshot() -> String { title }
}
@Persistent class Sketch {
  var title: String
  func snapshot(of part: Int) -> String { title }
  static func snapshot() -> String { "" }
}
