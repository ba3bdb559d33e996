// Code of a module whose declarations are isolated to the main actor by default. A line that ends
// in "// error" must not compile; all others must.

import PersistentObjects

@Persistent final class Book {
  var title: String
  var sequel: Book?

  func rename(_ title: String) { self.title = title }
}

func usesTheShortForms() throws {
  let book = Book(title: "new")
  book.rename("other")
  try book.save()
  for found in try Book.findByTitle("other") { print(found.title, found.sequel?.title as Any) }
}

func usesObjectsWhereTheirSessionIs(_ store: Store) async throws {
  let title = "new"
  let snapshot = try await store.transaction { session in
    let book = Book(title: title)
    book.rename("other")
    try session.save(book)
    return book.snapshot
  }
  print(snapshot.title)
}

func sendsAnObject() throws {
  let book = Book(title: "new")
  try book.save()
  Task.detached { book.rename("?") }  // error
}
