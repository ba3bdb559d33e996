import PersistentObjects

@Persistent final class Author {
  @Column(indexed: true) var name: String
  @Inverse(\Book.author) var books: [Book] = []
}

@Persistent final class Book {
  var title: String
  var author: Author?
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
