/// The same tables, written by hand: one row per element, read with one statement per table.
final class RawAlbums: AlbumContestant {
  let database: RawDatabase

  init(path: String) throws {
    database = try RawDatabase(path: path)
    let parent = "parent_pk INTEGER NOT NULL REFERENCES album (pk) ON DELETE CASCADE"
    for sql in [
      "CREATE TABLE genre (pk INTEGER PRIMARY KEY, number INTEGER) STRICT",
      "CREATE TABLE album (pk INTEGER PRIMARY KEY, number INTEGER) STRICT",
      """
      CREATE TABLE album_titles (\(parent), array_index INTEGER NOT NULL, value TEXT, \
      PRIMARY KEY (parent_pk, array_index)) STRICT, WITHOUT ROWID
      """,
      """
      CREATE TABLE album_ratings (\(parent), dictionary_key TEXT, value INTEGER, \
      PRIMARY KEY (parent_pk, dictionary_key)) STRICT, WITHOUT ROWID
      """,
      """
      CREATE TABLE album_genres (\(parent), array_index INTEGER NOT NULL, \
      fk INTEGER REFERENCES genre (pk) ON DELETE CASCADE, \
      PRIMARY KEY (parent_pk, array_index)) STRICT, WITHOUT ROWID
      """,
      "CREATE INDEX album_genres_fk ON album_genres (fk)",
    ] { try database.execute(sql) }
  }

  func work(on phase: ChildPhase, _ workload: ChildWorkload) throws -> Work {
    switch phase {
    case .save: Work { try self.save(workload) }
    case .walk: Work { try self.walk() }
    case .change: try change(workload)
    }
  }

  private func save(_ workload: ChildWorkload) throws -> Int {
    try database.inTransaction {
      let statements = try ElementInsertions(database)
      let genres = (0..<workload.genreCount).map { RawGenre(pk: Int64($0 + 1), number: $0) }
      for genre in genres { try insert(genre.pk, genre.number, statements.genre) }
      for (number, row) in workload.rows.enumerated() {
        let album = RawAlbum(pk: Int64(number + 1), number: number)
        album.titles = row.titles
        album.ratings = row.ratings
        album.genres = row.genres.map { genres[$0] }
        try insert(album.pk, album.number, statements.album)
        try insertElements(of: album, statements)
      }
      return workload.rows.count
    }
  }

  private func insert(_ pk: Int64, _ number: Int, _ statement: RawStatement) throws {
    statement.bind(pk, 1)
    statement.bind(Int64(number), 2)
    try statement.run()
  }

  private func insertElements(of album: RawAlbum, _ statements: ElementInsertions) throws {
    let (titles, ratings, genres) = (statements.titles, statements.ratings, statements.genres)
    titles.bind(album.pk, 1)
    for (index, title) in album.titles.enumerated() {
      titles.bind(Int64(index), 2)
      titles.bind(title, 3)
      try titles.run()
    }
    ratings.bind(album.pk, 1)
    for (critic, rating) in album.ratings {
      ratings.bind(critic, 2)
      ratings.bind(Int64(rating), 3)
      try ratings.run()
    }
    genres.bind(album.pk, 1)
    for (index, genre) in album.genres.enumerated() {
      genres.bind(Int64(index), 2)
      genres.bind(genre.pk, 3)
      try genres.run()
    }
  }
}

/// The statements, prepared once.
private struct ElementInsertions {
  let genre: RawStatement
  let album: RawStatement
  let titles: RawStatement
  let ratings: RawStatement
  let genres: RawStatement

  init(_ database: RawDatabase) throws {
    genre = try database.statement("INSERT INTO genre VALUES (?1, ?2)")
    album = try database.statement("INSERT INTO album VALUES (?1, ?2)")
    titles = try database.statement("INSERT INTO album_titles VALUES (?1, ?2, ?3)")
    ratings = try database.statement("INSERT INTO album_ratings VALUES (?1, ?2, ?3)")
    genres = try database.statement("INSERT INTO album_genres VALUES (?1, ?2, ?3)")
  }
}
