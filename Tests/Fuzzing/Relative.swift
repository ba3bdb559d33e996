/// A `Codable` class whose objects are shared.
final class Relative: Codable {
  var name: String
  var parents: [Relative]
  var friend: Relative?

  init(_ name: String, _ parents: [Relative] = []) {
    self.name = name
    self.parents = parents
  }

  static func family() -> [Relative] {
    let ancestor = Relative("ancestor")
    let children = [Relative("a", [ancestor]), Relative("b", [ancestor])]
    children[1].friend = children[0]
    return [ancestor] + children + [Relative("c", children)]
  }
}
