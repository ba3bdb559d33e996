import PersistentObjects

// Operations on many objects at once, or on each of many objects.

extension Operation {
  static var objects: [Operation] {
    [
      Operation("delete all of n objects") { stage, count in
        try stage.saveNotes(count)
        return { try Note.deleteAll(in: stage.session) }
      },
      Operation("delete all of n objects in hand") { stage, count in
        let notes = try stage.notes(count)
        return {
          try Note.deleteAll(in: stage.session)
          precondition(notes.allSatisfy { $0.state == .deleted })
        }
      },
      Operation("delete each of n objects that refer to one, its inverse loaded") { stage, count in
        let author = try stage.author(count)
        let books = author.books
        return { for book in books { try stage.session.delete(book) } }
      },
      Operation("delete one that n objects refer to") { stage, count in
        let author = try stage.author(count)
        return { try stage.session.delete(author) }
      },
      Operation("delete each of n objects to which an object in hand refers") { stage, count in
        let (authors, books) = try stage.authors(count)
        return {
          for author in authors { try stage.session.delete(author) }
          precondition(books.allSatisfy { $0.author == nil })
        }
      },
      Operation("delete each of n objects in a list, a set and a dictionary", limit: comparing) {
        stage, count in
        let club = try stage.club(count)
        let members = club.list
        return {
          for member in members { try stage.session.delete(member) }
          precondition(club.list.isEmpty && club.members.isEmpty && club.posts.isEmpty)
        }
      },
      Operation("delete half of the objects in a list, a set and a dictionary, in one transaction")
      {
        stage, count in
        let club = try stage.club(count)
        let members = club.list
        return {
          try stage.session.transaction {
            for member in members.prefix(count / 2) { try stage.session.delete(member) }
          }
          precondition(club.list.count == count - count / 2)
        }
      },
      Operation("delete each of n new objects, given to the session") { stage, count in
        let notes = Note.some(count)
        for note in notes { try stage.session.insert(note) }
        return { for note in notes { try stage.session.delete(note) } }
      },
      Operation("change and delete each of n objects in a transaction that reads") { stage, count in
        let notes = try stage.notes(count)
        return {
          try stage.session.transaction {
            for note in notes {
              note.number += 1
              try stage.session.save(note)
              _ = try Note.findByNumber(note.number, in: stage.session)
              try stage.session.delete(note)
            }
          }
        }
      },
      Operation("update one object by a query, n times") { stage, count in
        let notes = try stage.notes(count)
        return {
          for note in notes {
            let query = Note.where { $0.number == note.number }
            try query.update(in: stage.session) { $0.text = "New" }
          }
        }
      },
      Operation("upsert each of n objects") { stage, count in
        let words = (0..<count).map { Word(text: "Word \($0)", count: 1) }
        try stage.session.save(contentsOf: words)
        return {
          for number in 0..<count {
            try stage.session.upsert(Word(text: "Word \(number)", count: 2), by: \.text)
          }
        }
      },
      Operation("copy each of n objects that refer to one, its inverse loaded") { stage, count in
        let author = try stage.author(count)
        let books = author.books
        return { for book in books { _ = try book.copy() } }
      },
      Operation("write n objects over those with their keys") { stage, count in
        let words = (0..<count).map { Word(text: "Word \($0)", count: 1) }
        try Session(store: stage.store).save(contentsOf: words)
        let others = (0..<count).map { Word(text: "Word \($0)", count: 2) }
        return { try stage.session.upsert(contentsOf: others, by: \.text) }
      },
      Operation("revert n changed objects") { stage, count in
        let notes = try stage.notes(count)
        for note in notes { note.number += 1 }
        return { for note in notes { try stage.session.revert(note) } }
      },
      Operation("revert each of n objects, and read a collection") { stage, count in
        try Session(store: stage.store).save(contentsOf: (0..<count).map { Shelf(label: "\($0)") })
        let shelves = try Shelf.findAll(in: stage.session)
        return {
          for shelf in shelves {
            try stage.session.revert(shelf)
            _ = shelf.names
          }
        }
      },
      Operation("find each of n objects in hand, and read a collection") { stage, count in
        try Session(store: stage.store).save(contentsOf: (0..<count).map { Shelf(label: "\($0)") })
        let shelves = try Shelf.findAll(in: stage.session)
        return {
          for shelf in shelves {
            _ = try stage.session.find(Shelf.self, pk: shelf.pk ?? 0)
            _ = shelf.names
          }
        }
      },
      Operation("refresh n objects") { stage, count in
        let notes = try stage.notes(count)
        return { for note in notes { try stage.session.refresh(note) } }
      },
      Operation("n savepoints in a transaction") { stage, count in
        let notes = try stage.notes(count)
        return {
          try stage.session.transaction {
            for note in notes {
              try stage.session.transaction {
                note.number += 1
                try stage.session.save(note)
              }
            }
          }
        }
      },
      Operation("n calls after a commit") { stage, count in
        try stage.saveNotes(1)
        return {
          try stage.session.transaction {
            for _ in 0..<count { stage.session.afterCommit {} }
          }
        }
      },
      Operation("save a chain of n objects") { stage, count in
        let shelves = (0..<count).map { Shelf(label: "\($0)") }
        for (one, next) in zip(shelves, shelves.dropFirst()) { one.anything = [next] }
        return { try stage.session.save(shelves[0]) }
      },
      Operation("append to n collections, one save") { stage, count in
        let shelves = (0..<count).map { Shelf(names: ["\($0)"]) }
        try stage.session.save(contentsOf: shelves)
        return {
          for shelf in shelves { shelf.names.append("another") }
          try stage.session.save()
        }
      },
      Operation("insert at the front of a list of n, 10 times") { stage, count in
        let shelf = Shelf(names: (0..<count).map { "Name \($0)" })
        try stage.session.save(shelf)
        return {
          for number in 0..<10 {
            shelf.names.insert("New \(number)", at: 0)
            try stage.session.save()
          }
        }
      },
      Operation("let a session of n objects go") { stage, count in
        let session = Session(store: stage.store)
        let notes = Note.some(count)
        try session.save(contentsOf: notes)
        return {
          session.clear()
          precondition(notes.allSatisfy { $0.state == .detached })
        }
      },
    ]
  }
}
