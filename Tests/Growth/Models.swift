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

/// A class with its members in a collection of each kind.
@Persistent final class Club {
  var name: String = ""
  var list: [Member] = []
  var members: Set<Member> = []
  var posts: [String: Member] = [:]
}

@Persistent final class Member {
  var name: String
  @Inverse(\Club.members) var clubs: Set<Club> = []
}

/// A class that refers to itself.
@Persistent final class Link {
  var number: Int
  var next: Link?

  /// Returns objects of which each refers to the one after it.
  static func chain(_ count: Int) -> [Link] {
    let links = (0..<count).map { Link(number: $0) }
    for (link, next) in zip(links, links.dropFirst()) { link.next = next }
    return links
  }
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
