/// A verb whose declaration is there and whose work is not yet.
struct NotBuilt: Error, Equatable, CustomStringConvertible {
  let verb: String

  var description: String { "\(verb) is not built yet" }
}
