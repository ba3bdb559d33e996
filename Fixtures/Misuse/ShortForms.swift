// Short forms that would work on the default store of the main actor. A line that ends in "// error" must
// not compile; all others must.

import PersistentObjects

@Persistent final class Book {
  var title: String
  var pages: Int = 0
}

func handles() async throws {
  _ = try await Book.count()  // error
  _ = try await Book.count("pages > \(1)")  // error
  _ = try await Book.count { $0.pages > 1 }  // error
  _ = try await Book.countByTitle("x")  // error
  _ = try await Book.tableExists()  // error
  _ = try await Book.delete(pk: 1)  // error
  _ = try await Book.delete { $0.pages > 1 }  // error
  _ = try await Book.deleteAll()  // error
  _ = try await Book.query.exists()  // error
  _ = try await Book.query.count()  // error
  _ = try await Book.query.delete()  // error
  _ = try await Book.query.value(.sum(\.pages))  // error
  _ = try await Book.query.value(.average(\.pages))  // error
  _ = try await Book.query.values(of: \.pages)  // error
  _ = try await Book.query.update { $0.pages = 1 }  // error
  _ = try await Book.query.select(\.title).find()  // error
  try await Book.query.forEach { print($0.title) }  // error
  _ = try await Book.query.grouped(by: \.title).values(.count())  // error
}

actor Shelf {
  func handles() async throws -> Int {
    try await Book.count()  // error
  }

  func handlesInATask() async throws -> Int {
    try await Task {
      try await Book.count()  // error
    }.value
  }
}

nonisolated(nonsending) func handlesWhereItIsCalled() async throws -> Int {
  try await Book.count()  // error
}

@MainActor func shows() async throws {
  print(try Book.count(), try Book.query.value(.sum(\.pages)), try Book.deleteAll())
  await Task.yield()
  print(try Book.count { $0.pages > 1 }, try [1, 2].map { try Book.count("pages = \($0)") })
  Task { print(try Book.count()) }
  try Book.query.forEach { print($0.title) }
}

func asksTheMainActor() async throws {
  let count = try await MainActor.run { try Book.count() }
  let other = try await Task { @MainActor in try Book.query.count() }.value
  print(count, other)
}
