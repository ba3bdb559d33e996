// One UPDATE per element that changes.

/// The statements, prepared once.
private struct ElementUpdates {
  let titles: RawStatement
  let ratings: RawStatement
  let genres: RawStatement

  init(_ database: RawDatabase) throws {
    titles = try database.statement(
      "UPDATE album_titles SET value = ?3 WHERE parent_pk = ?1 AND array_index = ?2")
    ratings = try database.statement(
      "UPDATE album_ratings SET value = ?3 WHERE parent_pk = ?1 AND dictionary_key = ?2")
    genres = try database.statement(
      "UPDATE album_genres SET fk = ?3 WHERE parent_pk = ?1 AND array_index = ?2")
  }
}

extension RawAlbums {
  func change(_ workload: ChildWorkload) throws -> Work {
    let genres = try genres()
    let albums = try albums(genres)
    let elements = albums.reduce(0) { $0 + $1.titles.count + $1.ratings.count + $1.genres.count }
    return Work {
      try self.database.inTransaction {
        let statements = try ElementUpdates(self.database)
        for album in albums { try self.change(album, genres, workload, statements) }
      }
      return elements
    }
  }

  private func change(
    _ album: RawAlbum, _ genres: [RawGenre], _ workload: ChildWorkload,
    _ statements: ElementUpdates
  ) throws {
    let (titleIndex, title) = workload.changedTitle(album.number)
    album.titles[titleIndex] = title
    statements.titles.bind(album.pk, 1)
    statements.titles.bind(Int64(titleIndex), 2)
    statements.titles.bind(title, 3)
    try statements.titles.run()
    let (critic, rating) = workload.changedRating(album.number)
    album.ratings[critic] = rating
    statements.ratings.bind(album.pk, 1)
    statements.ratings.bind(critic, 2)
    statements.ratings.bind(Int64(rating), 3)
    try statements.ratings.run()
    let (genreIndex, genre) = workload.changedGenre(album.number)
    album.genres[genreIndex] = genres[genre]
    statements.genres.bind(album.pk, 1)
    statements.genres.bind(Int64(genreIndex), 2)
    statements.genres.bind(genres[genre].pk, 3)
    try statements.genres.run()
  }
}
