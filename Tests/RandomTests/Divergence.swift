/// A difference between store and model.
struct Divergence: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
