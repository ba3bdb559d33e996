import PersistentObjects

/// Albums kept through this package.
final class EngineAlbums: AlbumContestant, Sendable {
  private let store: Store

  convenience init(path: String) throws { try self.init(Store(path: path)) }

  init(_ store: Store) throws {
    self.store = store
    // Make the tables before the clock starts, as the raw contestant does.
    _ = try store.blocking.session { try Album.count(in: $0) }
  }

  func work(on phase: ChildPhase, _ workload: ChildWorkload) throws -> Work {
    switch phase {
    case .save: Work { try self.save(workload) }
    case .walk: Work { try self.walk() }
    case .change: try change(workload)
    }
  }

  private func save(_ workload: ChildWorkload) throws -> Int {
    try store.blocking.transaction { session in
      let genres = (0..<workload.genreCount).map { Genre(number: $0) }
      // Save the genres separately, so that their keys are in the order of their numbers.
      try session.save(contentsOf: genres)
      for (number, row) in workload.rows.enumerated() {
        try session.insert(
          Album(
            number: number, titles: row.titles, ratings: row.ratings,
            genres: row.genres.map { genres[$0] }))
      }
      try session.save()
      return workload.rows.count
    }
  }

  private func walk() throws -> Int {
    try store.blocking.session { session in
      var sum = 0
      for album in try Album.findAll(in: session) {
        for (index, title) in album.titles.enumerated() { sum += (index + 1) * title.utf8.count }
        for (critic, rating) in album.ratings { sum += critic.utf8.count * rating }
        for (index, genre) in album.genres.enumerated() { sum += (index + 1) * genre.number }
      }
      return sum
    }
  }

  private func change(_ workload: ChildWorkload) throws -> Work {
    let session = Session(store: store)
    let genres = try Genre.findAll(in: session)
    let albums = try Album.findAll(in: session)
    let elements = albums.reduce(0) { $0 + $1.titles.count + $1.ratings.count + $1.genres.count }
    return Work {
      try session.transaction {
        for album in albums { self.change(album, genres, workload) }
        try session.save()
      }
      return elements
    }
  }

  private func change(_ album: Album, _ genres: [Genre], _ workload: ChildWorkload) {
    let title = workload.changedTitle(album.number)
    album.titles[title.index] = title.title
    let rating = workload.changedRating(album.number)
    album.ratings[rating.key] = rating.rating
    let genre = workload.changedGenre(album.number)
    album.genres[genre.index] = genres[genre.genre]
  }
}
