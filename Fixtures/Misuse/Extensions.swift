// Hooks, rules and indices in an extension, where '@Persistent' does not see them. A line that ends in
// "// error" must not compile; all others must. What follows the word is part of the message.

import PersistentObjects

@Persistent final class Book {
  var title: String
}

extension Book {
  func didLoad() { print("loaded", title) }  // error: invalid redeclaration of 'didLoad()'
  func willSave() throws { print("saving") }  // error: invalid redeclaration of 'willSave()'
  static let rules: [Rule<Book>] = [.notEmpty(\.title)]  // error: invalid redeclaration of 'rules'
  static let indices: [Index<Book>] = [[\.title]]  // error: invalid redeclaration of 'indices'
  func didSave(to path: String) {}
  static func willDelete() {}
}

@Persistent class Vehicle {
  var name: String
  var didSave = false
  static let rules: [Rule<Vehicle>] = [.notEmpty(\.name)]
  static func indices() -> [Int] { [] }
  func didLoad() {}
  private func willUpdate() {}
}

@Persistent final class Boat: Vehicle {
  static let indices: [Index<Boat>] = [[\.length]]
  var length: Double

  init(length: Double) {
    self.length = length
    super.init(name: "")
  }

  override func didLoad() { super.didLoad() }
  func didInsert() { didLoad() }
  func willUpdate() {}
}
