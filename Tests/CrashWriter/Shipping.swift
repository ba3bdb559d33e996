import PersistentObjects

// The writer's data. Each transaction adds a parcel with its stops, changes the writer's own
// journal and a total that all writers share, and deletes an old parcel.

/// The progress of one writer.
@Persistent final class Journal {
  var writer: Int
  var done: Int = 0
  /// The last numbers, the newest at the end.
  var recent: [Int] = []
  static let indices: [Index<Journal>] = [.unique(\.writer)]
}

/// The object that a transaction adds.
@Persistent final class Parcel {
  var journal: Journal
  var number: Int
  var note: String
  var stops: [Stop] = []
  var labels: Set<String> = []
  var weights: [String: Double] = [:]
}

/// A part of a parcel; the stops of a parcel refer to each other in a circle.
@Persistent final class Stop {
  var place: String
  var parcel: Parcel?
  var next: Stop?
}

/// The number of transactions of all writers.
@Persistent final class Total {
  var count: Int = 0
}
