import PersistentObjects

/// An object with a collection of each kind.
@Persistent final class Album {
  var number: Int
  var titles: [String] = []
  var ratings: [String: Int] = [:]
  var genres: [Genre] = []
}

/// What albums refer to.
@Persistent final class Genre {
  var number: Int
}
