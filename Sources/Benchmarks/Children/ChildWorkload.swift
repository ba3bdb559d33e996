/// Albums with 20 titles, 10 ratings and 5 genres each, the same in each run.
struct ChildWorkload {
  struct Row {
    let titles: [String]
    let ratings: [String: Int]
    /// The positions of genres.
    let genres: [Int]
  }

  let rows: [Row]
  let genreCount = 1000

  init(count: Int) {
    var random = SplitMix(seed: 7)
    let genreCount = genreCount
    rows = (0..<count).map { number in
      Row(
        titles: (0..<20).map { "Title \($0) of the album \(number)" },
        ratings: Dictionary(
          uniqueKeysWithValues: (0..<10).map { ("Critic \($0)", Int(random.next() % 100)) }),
        genres: (0..<5).map { _ in Int(random.next() % UInt64(genreCount)) })
    }
  }

  // Replacements for one element of each collection of the album at a position.

  func changedTitle(_ number: Int) -> (index: Int, title: String) {
    (number % 20, "Another title of the album \(number)")
  }

  func changedRating(_ number: Int) -> (key: String, rating: Int) {
    ("Critic \(number % 10)", 100 + number % 7)
  }

  /// Returns the index and the genre, which depend on the album's position, so that nearly all
  /// albums get a different genre.
  func changedGenre(_ number: Int) -> (index: Int, genre: Int) {
    (number % 5, (number * 31 + 17) % genreCount)
  }
}

/// A contestant with its own database of albums.
protocol AlbumContestant: AnyObject {
  /// Prepares a phase: loads the albums to change. The results of both contestants must agree.
  func work(on phase: ChildPhase, _ workload: ChildWorkload) throws -> Work
}

extension AlbumContestant {
  /// Runs a phase that is not measured.
  func run(_ phase: ChildPhase, _ workload: ChildWorkload) throws -> Int {
    try work(on: phase, workload).run()
  }
}

/// The measured operations on collections, for both contestants alike.
enum ChildPhase: String, CaseIterable {
  case save, walk, change

  var title: String {
    switch self {
    case .save: "save all in one transaction"
    case .walk: "load all, walk through every element"
    case .change: "change one element of each collection, save in one transaction"
    }
  }
}
