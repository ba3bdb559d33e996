/// The tables of albums on libpq, with one statement per row.
final class RawServerAlbums {
  private let server: RawServer

  init(_ schema: TemporarySchema) throws {
    try schema.makeEmpty()
    server = try RawServer(schema: schema.name)
    let parent = "parent_pk bigint NOT NULL REFERENCES album (pk) ON DELETE CASCADE"
    try server.execute(
      """
      CREATE TABLE genre (pk bigint PRIMARY KEY, number bigint); \
      CREATE TABLE album (pk bigint PRIMARY KEY, number bigint); \
      CREATE TABLE album_titles (\(parent), array_index bigint NOT NULL, value text, \
      PRIMARY KEY (parent_pk, array_index)); \
      CREATE TABLE album_ratings (\(parent), dictionary_key text COLLATE "C" NOT NULL, value bigint, \
      PRIMARY KEY (parent_pk, dictionary_key)); \
      CREATE TABLE album_genres (\(parent), array_index bigint NOT NULL, \
      fk bigint REFERENCES genre (pk) ON DELETE CASCADE, PRIMARY KEY (parent_pk, array_index)); \
      CREATE INDEX album_genres_fk ON album_genres (fk)
      """)
  }

  // MARK: Saving

  func save(_ workload: ChildWorkload) throws -> Int {
    try server.inTransaction {
      let genres = (0..<workload.genreCount).map { RawGenre(pk: Int64($0 + 1), number: $0) }
      let insertGenre = try server.query("INSERT INTO genre VALUES ($1, $2)")
      for genre in genres { try insert(genre.pk, genre.number, insertGenre) }
      let insertAlbum = try server.query("INSERT INTO album VALUES ($1, $2)")
      let elements = try ElementQueries(inserting: server)
      for (number, row) in workload.rows.enumerated() {
        let album = RawAlbum(pk: Int64(number + 1), number: number)
        album.titles = row.titles
        album.ratings = row.ratings
        album.genres = row.genres.map { genres[$0] }
        try insert(album.pk, album.number, insertAlbum)
        try insertElements(of: album, elements)
      }
      return workload.rows.count
    }
  }

  private func insert(_ pk: Int64, _ number: Int, _ query: RawQuery) throws {
    query.bind(pk)
    query.bind(Int64(number))
    _ = try query.run()
  }

  private func insertElements(of album: RawAlbum, _ queries: ElementQueries) throws {
    for (index, title) in album.titles.enumerated() {
      queries.titles.bind(album.pk)
      queries.titles.bind(Int64(index))
      queries.titles.bind(title)
      _ = try queries.titles.run()
    }
    for (critic, rating) in album.ratings {
      queries.ratings.bind(album.pk)
      queries.ratings.bind(critic)
      queries.ratings.bind(Int64(rating))
      _ = try queries.ratings.run()
    }
    for (index, genre) in album.genres.enumerated() {
      queries.genres.bind(album.pk)
      queries.genres.bind(Int64(index))
      queries.genres.bind(genre.pk)
      _ = try queries.genres.run()
    }
  }

  // MARK: Walking

  /// Reads the elements of each album separately.
  func walkOneByOne() throws -> Int {
    try walk { albums, genres in
      let queries = try ElementQueries(selecting: self.server, "WHERE parent_pk = $1 ")
      for album in albums {
        queries.bind(album.pk)
        try Self.read(queries, into: [album], genres)
      }
    }
  }

  /// Reads the elements of all albums with one statement per table.
  func walkByTable() throws -> Int {
    try walk { albums, genres in
      try Self.read(ElementQueries(selecting: self.server, ""), into: albums, genres)
    }
  }

  private func walk(_ readElements: ([RawAlbum], [Int64: RawGenre]) throws -> Void) throws -> Int {
    try server.inTransaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") {
      let genres = try rows("SELECT pk, number FROM genre").map { RawGenre(pk: $0, number: $1) }
      let albums = try rows("SELECT pk, number FROM album ORDER BY pk")
        .map { RawAlbum(pk: $0, number: $1) }
      try readElements(albums, Dictionary(uniqueKeysWithValues: genres.map { ($0.pk, $0) }))
      return albums.reduce(0) { $0 + $1.sum }
    }
  }

  private func rows(_ sql: String) throws -> [(Int64, Int)] {
    let result = try server.query(sql).run()
    return (0..<result.count).map { (result.integer($0, 0), Int(result.integer($0, 1))) }
  }

  /// Reads the elements into albums. Both the albums and the rows are in the order of the albums'
  /// keys.
  private static func read(
    _ queries: ElementQueries, into albums: [RawAlbum], _ genres: [Int64: RawGenre]
  ) throws {
    try forEachRow(queries.titles, of: albums) { $0.titles.append($1.text($2, 1)) }
    try forEachRow(queries.ratings, of: albums) {
      $0.ratings[$1.text($2, 1)] = Int($1.integer($2, 2))
    }
    try forEachRow(queries.genres, of: albums) { album, rows, row in
      if let genre = genres[rows.integer(row, 1)] { album.genres.append(genre) }
    }
  }

  private static func forEachRow(
    _ query: RawQuery, of albums: [RawAlbum], _ body: (RawAlbum, RawResult, Int32) -> Void
  ) throws {
    let rows = try query.run()
    var albums = RawAlbumsInOrder(albums)
    for row in 0..<rows.count { body(albums.find(rows.integer(row, 0)), rows, row) }
  }
}

/// The statements for the elements, one for each kind.
private struct ElementQueries {
  let titles: RawQuery
  let ratings: RawQuery
  let genres: RawQuery

  init(inserting server: RawServer) throws {
    titles = try server.query("INSERT INTO album_titles VALUES ($1, $2, $3)")
    ratings = try server.query("INSERT INTO album_ratings VALUES ($1, $2, $3)")
    genres = try server.query("INSERT INTO album_genres VALUES ($1, $2, $3)")
  }

  init(selecting server: RawServer, _ condition: String) throws {
    titles = try server.query(
      "SELECT parent_pk, value FROM album_titles \(condition)ORDER BY parent_pk, array_index")
    ratings = try server.query(
      "SELECT parent_pk, dictionary_key, value FROM album_ratings \(condition)ORDER BY parent_pk")
    genres = try server.query(
      "SELECT parent_pk, fk FROM album_genres \(condition)ORDER BY parent_pk, array_index")
  }

  func bind(_ parent: Int64) { for query in [titles, ratings, genres] { query.bind(parent) } }
}
