import PersistentObjects

// Operations on one object among many, and on many objects at once.

extension Operation {
  static var sessions: [Operation] {
    [
      Operation("save each of n new objects, given to the session") { stage, count in
        let notes = Note.some(count)
        for note in notes { try stage.session.insert(note) }
        return { for note in notes { try stage.session.save(note) } }
      },
      Operation("save each of n changed objects") { stage, count in
        let notes = try stage.notes(count)
        for note in notes { note.number += 1 }
        return { for note in notes { try stage.session.save(note) } }
      },
      Operation("save each of n books of a loaded author while a new note waits") {
        stage, count in
        let books = try stage.author(count).books
        try stage.session.insert(Note(text: "new", number: 1))
        return {
          for book in books {
            book.title += "!"
            try stage.session.save(book)
          }
        }
      },
      Operation("save each of n books of a loaded author while a note is changed") { stage, count in
        let books = try stage.author(count).books
        try stage.notes(1)[0].number += 1
        return {
          for book in books {
            book.title += "!"
            try stage.session.save(book)
          }
        }
      },
      Operation("save two new books of two loaded authors together, 50 times", limit: constant) {
        stage, count in
        let authors = [try stage.author(count), try stage.author(count)]
        return {
          for _ in 0..<50 {
            try stage.session.save(contentsOf: authors.map { Book(title: "B", author: $0) })
          }
        }
      },
      Operation("a change of one changed object is undone, n times") { stage, count in
        let notes = try stage.notes(1)
        notes[0].number = 1
        struct Undo: Error {}
        return {
          for _ in 0..<count {
            try? stage.session.transaction {
              notes[0].number += 1
              throw Undo()
            }
          }
        }
      },
      Operation(
        "transactions with one change while n others are changed, 50 times", limit: constant
      ) { stage, count in
        let notes = try stage.notes(count + 1)
        for note in notes.dropFirst() { note.number += 1 }
        return {
          for _ in 0..<50 {
            try stage.session.transaction {
              notes[0].number += 1
              try stage.session.save(notes[0])
            }
          }
        }
      },
      Operation(
        "deletions that set a reference to nil while n others are changed, 20 times",
        limit: constant
      ) { stage, count in
        let books = (0..<20).map { Book(title: "B", author: Author(name: "A \($0)")) }
        try stage.session.save(contentsOf: books)
        let notes = try stage.notes(count)
        for note in notes { note.number += 1 }
        return { for book in books { try book.author.map(stage.session.delete) } }
      },
      Operation(
        "savepoints that read are rolled back, n objects in hand, 20 times", limit: constant
      ) { stage, count in
        let notes = try stage.notes(count)
        struct Undo: Error {}
        return {
          try stage.session.transaction {
            for _ in 0..<20 {
              try? stage.session.transaction {
                notes[0].number += 1
                try stage.session.save(notes[0])
                _ = try Note.findByNumber(3, in: stage.session)
                throw Undo()
              }
            }
          }
        }
      },
      Operation("save n objects that refer to each other in a chain") { stage, count in
        let links = Link.chain(count)
        return { try stage.session.save(contentsOf: links) }
      },
      Operation("copy a store whose n objects refer to each other in a chain") { stage, count in
        try stage.session.save(contentsOf: Link.chain(count))
        let copy = try Store(.inMemory)
        return { try stage.store.blocking.copy(to: copy) }
      },
      Operation("save n new objects") { stage, count in
        let notes = Note.some(count)
        return { try stage.session.save(contentsOf: notes) }
      },
      Operation("find each of n objects") { stage, count in
        let notes = try stage.notes(count)
        return { for note in notes { _ = try Note.findByNumber(note.number, in: stage.session) } }
      },
      Operation("delete each of n objects") { stage, count in
        let notes = try stage.notes(count)
        return { for note in notes { try stage.session.delete(note) } }
      },
      Operation("a transaction that is rolled back, n objects changed") { stage, count in
        let notes = try stage.notes(count)
        struct Undo: Error {}
        return {
          try? stage.session.transaction {
            for note in notes { note.number += 1 }
            try stage.session.save()
            throw Undo()
          }
        }
      },
    ]
  }
}

extension Note {
  static func some(_ count: Int) -> [Note] {
    (0..<count).map { Note(text: "Note \($0)", number: $0) }
  }
}

extension Stage {
  /// Saved notes, all in memory.
  func notes(_ count: Int) throws -> [Note] {
    let notes = Note.some(count)
    try session.save(contentsOf: notes)
    return notes
  }
}
