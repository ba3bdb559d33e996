import PersistentObjects

/// An object with a collection of each kind.
@Persistent final class Album {
  var number: Int
  var titles: [String] = []
  var ratings: [String: Int] = [:]
  var genres: [Genre] = []
}

/// The target of albums' references.
@Persistent final class Genre {
  var number: Int
}
