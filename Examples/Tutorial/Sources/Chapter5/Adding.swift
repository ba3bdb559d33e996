import PersistentObjects

/// Saves a book, or says in words for the clerk what is wrong with it.
@MainActor func add(_ book: Book) throws {
  do {
    try book.save()
  } catch let error as PersistenceError {
    switch error.code {
    case .validationFailed:
      for failure in error.validationFailures {
        print("-", failure.property ?? "", failure.message)
      }
    case .constraintViolated:
      print("- there is a book with this", error.constraint?.properties ?? [])
    default:
      throw error
    }
  }
}
