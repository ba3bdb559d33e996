import PersistentObjects

@Persistent final class Author {
  @Column(indexed: true) var name: String
  @Inverse(\Book.author) var books: [Book] = []
  @Inverse(\Leaflet.author) var leaflets: [Leaflet] = []
}

@Persistent final class Book {
  var title: String
  var author: Author?
}

/// A class whose initializer does not tell the inverse.
@Persistent final class Leaflet {
  var title: String
  var author: Author?

  init(_ title: String, by author: Author) {
    self.author = author
    self.title = title
  }
}

@Persistent final class Course {
  var name: String
  @Inverse(\Student.courses) var students: Set<Student> = []
}

@Persistent final class Student {
  var name: String
  var courses: [Course] = []
}

/// A class with a collection of each kind.
@Persistent final class Shelf {
  var label: String = ""
  var names: [String] = []
  var tags: Set<String> = []
  var counts: [String: Int] = [:]
  var lists: [[Int]] = []
  var books: [Book] = []
  var anything: [any PersistentObject] = []
}

/// A class without references.
@Persistent final class Note {
  var text: String
  @Column(indexed: true) var number: Int
}

/// A class whose key the program chooses.
@Persistent final class Word {
  @Column(unique: true) var text: String
  var count: Int
}
