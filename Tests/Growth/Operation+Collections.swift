import PersistentObjects

// Changes of one element among many in stored collections.

extension Operation {
  static var collections: [Operation] {
    [
      Operation("append to a list of any, then save") { stage, count in
        let shelf = Shelf()
        try stage.session.save(shelf)
        let books = Book.some(count)
        return {
          for book in books { shelf.anything.append(book) }
          try stage.session.save()
        }
      },
      Operation("append an object to a list and save") { stage, count in
        let shelf = Shelf()
        try stage.session.save(shelf)
        let books = Book.some(count)
        return {
          for book in books {
            shelf.books.append(book)
            try stage.session.save()
          }
        }
      },
      Operation("append a text to a list and save") { stage, count in
        let shelf = Shelf()
        try stage.session.save(shelf)
        return {
          for number in 0..<count {
            shelf.names.append("Name \(number)")
            try stage.session.save()
          }
        }
      },
      Operation("append a text to a list and save, in one transaction") { stage, count in
        let shelf = Shelf()
        try stage.session.save(shelf)
        return {
          try stage.session.transaction {
            for number in 0..<count {
              shelf.names.append("Name \(number)")
              try stage.session.save()
            }
          }
        }
      },
      Operation("set a key of a dictionary and save") { stage, count in
        let shelf = Shelf()
        try stage.session.save(shelf)
        return {
          for number in 0..<count {
            shelf.counts["Key \(number)"] = number
            try stage.session.save()
          }
        }
      },
      Operation("change all values of a dictionary and save") { stage, count in
        let shelf = Shelf()
        for number in 0..<count { shelf.counts["Key \(number)"] = number }
        try stage.session.save(shelf)
        return {
          for key in Array(shelf.counts.keys) { shelf.counts[key, default: 0] += 1 }
          try stage.session.save()
        }
      },
      Operation("insert into a set and save") { stage, count in
        let shelf = Shelf()
        try stage.session.save(shelf)
        return {
          for number in 0..<count {
            shelf.tags.insert("Tag \(number)")
            try stage.session.save()
          }
        }
      },
      Operation("append a list to a list of lists and save") { stage, count in
        let shelf = Shelf()
        try stage.session.save(shelf)
        return {
          for number in 0..<count {
            shelf.lists.append([number])
            try stage.session.save()
          }
        }
      },
      Operation("append to the last list of a list of lists and save") { stage, count in
        let shelf = Shelf(lists: [[1], []])
        try stage.session.save(shelf)
        return {
          for number in 0..<count {
            shelf.lists[1].append(number)
            try stage.session.save()
          }
        }
      },
      Operation("remove the last element and save") { stage, count in
        let shelf = Shelf(names: (0..<count).map { "Name \($0)" })
        try stage.session.save(shelf)
        return {
          for _ in 0..<count {
            shelf.names.removeLast()
            try stage.session.save()
          }
        }
      },
      Operation("change an element and save") { stage, count in
        let shelf = Shelf(names: (0..<count).map { "Name \($0)" })
        try stage.session.save(shelf)
        return {
          for number in 0..<count {
            shelf.names[number] = "Other"
            try stage.session.save()
          }
        }
      },
      Operation("swap the first and the last element and save", limit: comparing) { stage, count in
        let shelf = Shelf(names: (0..<count).map { "Name \($0)" })
        try stage.session.save(shelf)
        return {
          for _ in 0..<count {
            shelf.names.swapAt(0, count - 1)
            try stage.session.save()
          }
        }
      },
      // The first change copies the dictionary, and the save compares it; twenty copies would
      // double.
      Operation("one change in a savepoint, in a dictionary of n, 20 times", limit: 1.75) {
        stage, count in
        let counts = Dictionary(uniqueKeysWithValues: (0..<count).map { ("Key \($0)", $0) })
        let shelf = Shelf(counts: counts)
        try stage.session.save(shelf)
        return {
          try stage.session.transaction {
            for number in 0..<20 {
              try stage.session.transaction { shelf.counts["Key \(number)"] = -1 }
            }
            try stage.session.save()
          }
        }
      },
      Operation("save a list, a set and a dictionary") { stage, count in
        let names = (0..<count).map { "Name \($0)" }
        let shelf = Shelf(
          names: names, tags: Set(names),
          counts: Dictionary(uniqueKeysWithValues: names.map { ($0, 1) }))
        return { try stage.session.save(shelf) }
      },
    ]
  }
}
