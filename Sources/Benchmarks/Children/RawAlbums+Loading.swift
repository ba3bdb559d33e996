// One statement per table, for all albums at once.

extension RawAlbums {
  func walk() throws -> Int {
    try database.inTransaction(RawTransaction.reading) {
      try albums(try genres()).reduce(0) { $0 + $1.sum }
    }
  }

  func genres() throws -> [RawGenre] {
    let statement = try database.statement("SELECT pk, number FROM genre ORDER BY pk")
    defer { statement.reset() }
    var genres: [RawGenre] = []
    while try statement.step() {
      genres.append(RawGenre(pk: statement.integer(0), number: Int(statement.integer(1))))
    }
    return genres
  }

  func albums(_ genres: [RawGenre]) throws -> [RawAlbum] {
    let statement = try database.statement("SELECT pk, number FROM album ORDER BY pk")
    defer { statement.reset() }
    var albums: [RawAlbum] = []
    while try statement.step() {
      albums.append(RawAlbum(pk: statement.integer(0), number: Int(statement.integer(1))))
    }
    try forEachRow(
      "SELECT parent_pk, value FROM album_titles ORDER BY parent_pk, array_index", of: albums
    ) { $0.titles.append($1.text(1)) }
    try forEachRow(
      "SELECT parent_pk, dictionary_key, value FROM album_ratings ORDER BY parent_pk", of: albums
    ) { $0.ratings[$1.text(1)] = Int($1.integer(2)) }
    let genresByKey = Dictionary(uniqueKeysWithValues: genres.map { ($0.pk, $0) })
    try forEachRow(
      "SELECT parent_pk, fk FROM album_genres ORDER BY parent_pk, array_index", of: albums
    ) { if let genre = genresByKey[$1.integer(1)] { $0.genres.append(genre) } }
    return albums
  }

  /// Walks through the albums and the rows of their elements in parallel: both are in the order of
  /// the albums' keys.
  private func forEachRow(
    _ sql: String, of albums: [RawAlbum], _ body: (RawAlbum, RawStatement) -> Void
  ) throws {
    let statement = try database.statement(sql)
    defer { statement.reset() }
    var albums = RawAlbumsInOrder(albums)
    while try statement.step() { body(albums.find(statement.integer(0)), statement) }
  }
}
