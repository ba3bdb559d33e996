/// A class that a careful programmer fills by hand.
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

final class RawGenre {
  let pk: Int64
  let number: Int

  init(pk: Int64, number: Int) {
    self.pk = pk
    self.number = number
  }
}
