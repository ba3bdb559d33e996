import PersistentObjects

// Changes of one element among many on either side of a relation.

extension Operation {
  static var relations: [Operation] {
    [
      Operation("append to an inverse array of a new object") { _, count in
        let author = Author(name: "A")
        let books = Book.some(count)
        return { for book in books { author.books.append(book) } }
      },
      Operation("append to a loaded inverse array") { stage, count in
        let author = Author(name: "A")
        try stage.session.save(author)
        let books = Book.some(count)
        return { for book in books { author.books.append(book) } }
      },
      Operation("append the objects of an inverse array again") { stage, count in
        let author = try stage.author(count)
        return { author.books += author.books }
      },
      Operation("insert into an inverse set") { stage, count in
        let course = Course(name: "C")
        try stage.session.save(course)
        let students = (0..<count).map { Student(name: "\($0)") }
        return { for student in students { course.students.insert(student) } }
      },
      Operation("remove the last of an inverse array") { stage, count in
        let author = try stage.author(count)
        return { for _ in 0..<count { author.books.removeLast() } }
      },
      Operation("remove from an inverse set", limit: comparing) { stage, count in
        let course = Course(name: "C")
        let students = (0..<count).map { Student(name: "\($0)") }
        for student in students { student.courses = [course] }
        try stage.session.save(contentsOf: students)
        precondition(course.students.count == count)
        return { for student in students { course.students.remove(student) } }
      },
      Operation("append to a stored array with an inverse") { stage, count in
        let student = Student(name: "S")
        try stage.session.save(student)
        let courses = (0..<count).map { Course(name: "\($0)") }
        try stage.session.save(contentsOf: courses)
        return { for course in courses { student.courses.append(course) } }
      },
      Operation("insert one object into the inverse sets of n objects") { stage, count in
        let (student, courses) = try stage.student(count)
        return { for course in courses { course.students.insert(student) } }
      },
      Operation("remove one object from the inverse sets of n objects") { stage, count in
        let (student, courses) = try stage.student(count)
        student.courses = courses
        try stage.session.save(student)
        return { for course in courses { course.students.remove(student) } }
      },
      Operation("append to the inverses of n objects found one by one") { stage, count in
        let authors = (0..<count).map { Author(name: "A\($0)") }
        try stage.session.save(contentsOf: authors)
        let keys = authors.compactMap(\.pk)
        let session = Session(store: stage.store)
        return {
          for key in keys {
            try session.find(Author.self, pk: key)?.books.append(Book(title: "B"))
          }
        }
      },
      Operation("delete each of n new objects, the inverse loaded") { stage, count in
        let author = Author(name: "A")
        try stage.session.save(author)
        let books = Book.some(count)
        author.books = books
        return { for book in books { try stage.session.delete(book) } }
      },
      Operation("save each of n new objects, their common inverse loaded") { stage, count in
        let author = Author(name: "A")
        try stage.session.save(author)
        precondition(author.books.isEmpty)
        return {
          for book in Book.some(count) {
            book.author = author
            try stage.session.save(book)
          }
        }
      },
      Operation("append to an inverse array and save, n times") { stage, count in
        let author = Author(name: "A")
        try stage.session.save(author)
        return {
          for book in Book.some(count) {
            author.books.append(book)
            try stage.session.save()
          }
        }
      },
      Operation("copy each of n objects of an inverse, and delete the copy") { stage, count in
        let author = try stage.author(count)
        return { for book in author.books { try stage.session.delete(try book.copy()) } }
      },
      Operation("remove from a stored set whose elements have an inverse", limit: comparing) {
        stage, count in
        let club = try stage.club(count)
        let members = club.list
        precondition(members.allSatisfy { $0.clubs.count == 1 })
        return {
          for member in members { club.members.remove(member) }
          precondition(members.allSatisfy { $0.clubs.isEmpty })
        }
      },
      Operation("set references to nil, inverses loaded") { stage, count in
        let author = try stage.author(count)
        let books = author.books
        return { for book in books { book.author = nil } }
      },
      Operation("set references to another, inverses loaded") { stage, count in
        let author = try stage.author(count)
        let other = Author(name: "B")
        try stage.session.save(other)
        precondition(other.books.isEmpty)
        let books = author.books
        return { for book in books { book.author = other } }
      },
      Operation("set references of new objects") { stage, count in
        let author = Author(name: "A")
        try stage.session.save(author)
        precondition(author.books.isEmpty)
        let books = Book.some(count)
        return { for book in books { book.author = author } }
      },
      Operation("set references of stored objects, inverse loaded") { stage, count in
        let author = Author(name: "A")
        try stage.session.save(author)
        precondition(author.books.isEmpty)
        let books = Book.some(count)
        try stage.session.save(contentsOf: books)
        return { for book in books { book.author = author } }
      },
      Operation("save objects whose initializer does not tell the inverse") { stage, count in
        let author = Author(name: "A")
        try stage.session.save(author)
        precondition(author.leaflets.isEmpty)
        let leaflets = (0..<count).map { Leaflet("\($0)", by: author) }
        precondition(author.leaflets.isEmpty)
        return { try stage.session.save(contentsOf: leaflets) }
      },
    ]
  }
}

extension Book {
  static func some(_ count: Int) -> [Book] { (0..<count).map { Book(title: "Book \($0)") } }
}

extension Stage {
  /// Authors with a saved book each, all in memory.
  func authors(_ count: Int) throws -> ([Author], [Book]) {
    let authors = (0..<count).map { Author(name: "A\($0)") }
    let books = authors.map { Book(title: "B", author: $0) }
    try session.save(contentsOf: books)
    return (authors, books)
  }

  /// A student and courses, all saved, whose inverses are loaded.
  func student(_ count: Int) throws -> (Student, [Course]) {
    let student = Student(name: "S")
    let courses = (0..<count).map { Course(name: "\($0)") }
    try session.save(student)
    try session.save(contentsOf: courses)
    precondition(courses.allSatisfy(\.students.isEmpty))
    return (student, courses)
  }

  /// A saved club with its members in all its collections.
  func club(_ count: Int) throws -> Club {
    let members = (0..<count).map { Member(name: "M\($0)") }
    let club = Club(list: members, members: Set(members))
    for member in members { club.posts[member.name] = member }
    try session.save(club)
    return club
  }

  /// An author with saved books, all in memory.
  func author(_ count: Int) throws -> Author {
    let author = Author(name: "A")
    let books = Book.some(count)
    for book in books { book.author = author }
    try session.save(contentsOf: books)
    precondition(author.books.count == count)
    return author
  }
}
