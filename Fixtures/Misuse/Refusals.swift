// Classes that '@Persistent' refuses. A line that ends in "// error" has the macro's own error, and
// the compiler adds none, also not in an expansion.

import PersistentObjects

@Persistent final class Book {
  var title: String
  lazy var words: [Substring] = title.split(separator: " ")  // error
  lazy var count = words.count  // error
}

@Persistent class Box<Value> {  // error
  var number: Int
}

struct Shelf<Content> {
  @Persistent final class Board { var length: Int }  // error
}

@MainActor  // error
@Persistent final class View {
  var title: String
}

@Persistent final class Message: Sendable {  // error
  @Transient let sender = ""
  private(set) nonisolated(unsafe) var text: String
}

enum Zoo {
  @Persistent private class Animal { var name: String }  // error
}

@Persistent final class Setting {
  var name: String
  #if !NEVER
    var value: Int = 3  // error
  #endif
}

@Persistent final class Note {
  var text: String
  var snapshot: Int  // error
}

@MainActor func uses() throws {
  let book = Book(title: "Emma")
  try book.save()
  print(try Book.findByTitle("Emma"), Box<String>(number: 3).number, View(title: "a").title)
}
