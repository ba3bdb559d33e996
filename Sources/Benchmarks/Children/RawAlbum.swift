/// A class that a careful programmer would fill by hand.
final class RawAlbum {
  let pk: Int64
  let number: Int
  var titles: [String] = []
  var ratings: [String: Int] = [:]
  var genres: [RawGenre] = []

  init(pk: Int64, number: Int) {
    self.pk = pk
    self.number = number
  }
}

extension RawAlbum {
  /// A number that depends on every element.
  var sum: Int {
    var sum = 0
    for (index, title) in titles.enumerated() { sum += (index + 1) * title.utf8.count }
    for (critic, rating) in ratings { sum += critic.utf8.count * rating }
    for (index, genre) in genres.enumerated() { sum += (index + 1) * genre.number }
    return sum
  }
}

/// Albums in the order of their keys, to be looked up by keys in the same order.
struct RawAlbumsInOrder {
  let albums: [RawAlbum]
  private var position = 0

  init(_ albums: [RawAlbum]) { self.albums = albums }

  mutating func find(_ pk: Int64) -> RawAlbum {
    while albums[position].pk != pk { position += 1 }
    return albums[position]
  }
}

final class RawGenre {
  let pk: Int64
  let number: Int

  init(pk: Int64, number: Int) {
    self.pk = pk
    self.number = number
  }
}
