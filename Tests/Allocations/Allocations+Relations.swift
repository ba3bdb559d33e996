import PersistentObjects

// The allocations of collections and references, for each element and each target. Each collection
// is one allocation, which is a tenth for each of its elements.

extension Allocations {
  private static let albumCount = 1_000
  private static var elementCount: Int { albumCount * Album.elementCount }

  static func relations(_ store: Store) throws -> [Measurement] {
    _ = try store.blocking.session { try Album.count(in: $0) }
    return try [saveAlbums(store)] + walks(store) + [replacements(store), growth(store)]
  }

  /// Saves albums. Tracks and labels are saved beforehand, so that only the collections count.
  private static func saveAlbums(_ store: Store) throws -> Measurement {
    try store.blocking.transaction { session in
      let albums = try (0..<albumCount).map { number in
        let tracks = (0..<Album.elementCount).map { Track(number: $0) }
        let label = Label(name: "Label \(number)")
        try session.save(contentsOf: tracks)
        try session.save(label)
        return Album(number: number, tracks: tracks, label: label)
      }
      return try Measurement("save collections", per: "element", 4 * elementCount, expected: 0.0) {
        try session.save(contentsOf: albums)
      }
    }
  }

  /// The first use of each property reads it for all albums.
  private static func walks(_ store: Store) throws -> [Measurement] {
    try store.blocking.session { session in
      let albums = try Album.findAll(in: session)
      let count = elementCount
      return [
        Measurement("walk arrays", per: "element", count, expected: 0.1) {
          for album in albums { precondition(album.titles.count == Album.elementCount) }
        },
        Measurement("walk dictionaries", per: "element", count, expected: 0.1) {
          for album in albums { precondition(album.ratings.count == Album.elementCount) }
        },
        Measurement("walk sets", per: "element", count, expected: 0.1) {
          for album in albums { precondition(album.tags.count == Album.elementCount) }
        },
        Measurement("walk arrays of objects", per: "object", count, expected: 1.1) {
          for album in albums { precondition(album.tracks.count == Album.elementCount) }
        },
        Measurement("walk references", per: "object", albumCount, expected: 1.1) {
          for album in albums { precondition(album.label?.name.isEmpty == false) }
        },
      ]
    }
  }

  private static func replacements(_ store: Store) throws -> Measurement {
    try store.blocking.transaction { session in
      let albums = try Album.findAll(in: session)
      for album in albums { precondition(album.titles.count == Album.elementCount) }
      return try Measurement("replace an element, save", per: "album", albumCount, expected: 3) {
        for album in albums { album.titles[3] = "another" }
        try session.save()
      }
    }
  }

  private static func growth(_ store: Store) throws -> Measurement {
    try store.blocking.transaction { session in
      let albums = try Album.findAll(in: session)
      for album in albums { precondition(album.titles.count == Album.elementCount) }
      return try Measurement("append an element, save", per: "album", albumCount, expected: 3) {
        for album in albums { album.titles.append("the last") }
        try session.save()
      }
    }
  }
}
