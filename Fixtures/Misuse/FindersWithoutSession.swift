// Finders without a session off the main actor. A line that ends in "// error" must not compile; all
// others must.

import PersistentObjects

@Persistent class Vehicle {
  var name: String
}

@Persistent final class Book {
  var title: String
}

func finds() throws {
  _ = try Book.findByTitle("title")  // error
  _ = try Book.findByTitle(matching: "t%")  // error
  _ = try Book.findFirstByTitle("title")  // error
  _ = try Book.countByTitle("title")  // error
  _ = try Vehicle.findFirstByName("boat")  // error
}

actor Shelf {
  func finds() throws {
    _ = try Book.findByTitle("title")  // error
  }
}
