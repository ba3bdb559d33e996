import PersistentObjects

// Queries that take many values, or return many objects.

extension Operation {
  static var queries: [Operation] {
    [
      Operation("find all of n objects") { stage, count in
        try stage.saveNotes(count)
        return { _ = try Note.findAll(in: stage.session) }
      },
      Operation("find by a condition, half of n objects") { stage, count in
        try stage.saveNotes(count)
        return { _ = try Note.find(in: stage.session) { $0.number >= count / 2 } }
      },
      Operation("find those with one of n values") { stage, count in
        try stage.saveNotes(count)
        let numbers = Array(0..<count)
        return { _ = try Note.find(in: stage.session) { $0.number.isIn(numbers) } }
      },
      // SQLite compares each bound value with all others.
      Operation("a condition of n terms", limit: comparing) { stage, count in
        try stage.saveNotes(10)
        return {
          _ = try Note.find(in: stage.session) { note in
            (1..<count).reduce(note.text != "0") { $0 && note.text != "\($1)" }
          }
        }
      },
      Operation("pages of 50, through n objects") { stage, count in
        try stage.saveNotes(count)
        return {
          var page = try Note.query.order(by: \.number).page(size: 50, in: stage.session)
          while let next = page.next {
            page = try Note.query.order(by: \.number).page(size: 50, after: next, in: stage.session)
          }
        }
      },
      Operation("a cursor over n objects") { stage, count in
        try stage.saveNotes(count)
        return { try Note.query.forEach(in: stage.session) { precondition($0.number >= 0) } }
      },
      Operation("columns of n objects") { stage, count in
        try stage.saveNotes(count)
        return { _ = try Note.query.values(of: \.number, \.text, in: stage.session) }
      },
      Operation("groups of n objects") { stage, count in
        try stage.saveNotes(count)
        return { _ = try Note.query.grouped(by: \.number).values(.count(), in: stage.session) }
      },
      Operation("find the first, n times") { stage, count in
        try stage.saveNotes(count)
        return {
          for number in 0..<count {
            _ = try Note.findFirst(in: stage.session) { $0.number == number }
          }
        }
      },
      Operation("read the references of n objects") { stage, count in
        try stage.saveBooks(count)
        return {
          for book in try Book.findAll(in: stage.session) { precondition(book.author != nil) }
        }
      },
      Operation("read the inverses of n objects") { stage, count in
        try stage.saveBooks(count)
        return {
          for author in try Author.findAll(in: stage.session) {
            precondition(author.books.count == 10)
          }
        }
      },
      Operation("find by a property of a reference, n times") { stage, count in
        try stage.saveBooks(count)
        return {
          for number in 0..<count / 10 {
            _ = try Book.find(in: stage.session) { $0.author.name == "Author \(number)" }
          }
        }
      },
    ]
  }
}

extension Stage {
  /// Saves notes in another session, so that none is in memory.
  func saveNotes(_ count: Int) throws {
    try Session(store: store).save(contentsOf: Note.some(count))
  }

  /// Saves books in another session, ten by each author.
  func saveBooks(_ count: Int) throws {
    let authors = (0..<count / 10).map { Author(name: "Author \($0)") }
    let books = Book.some(count / 10 * 10)
    for (index, book) in books.enumerated() { book.author = authors[index / 10] }
    try Session(store: store).save(contentsOf: books)
  }
}
