import PersistentObjects

extension Shipping {
  /// The faults of this writer's rows, if it has finished `done` transactions.
  func faults(done: Int, in session: Session) throws -> [String] {
    guard let journal = try Journal.findByWriter(writer, in: session).first else {
      return done == 0 ? [] : ["the journal of writer \(writer) is missing"]
    }
    var faults = [
      fault("done", journal.done, done),
      fault("recent", journal.recent, Array(max(0, done - 5)..<done)),
    ]
    let parcels = try Parcel.where { $0.journal == journal }.order(by: \.number).find(in: session)
    let numbers = Array(max(0, done - Self.kept)..<done)
    faults.append(fault("parcels", parcels.map(\.number), numbers))
    for parcel in parcels { faults += self.faults(of: parcel) }
    return faults.compactMap { $0 }
  }

  private func faults(of parcel: Parcel) -> [String?] {
    let number = parcel.number
    let stops = parcel.stops
    let next = stops.indices.map { stops[($0 + 1) % stops.count] }
    return [
      fault("note of \(number)", parcel.note, Parcel.note(number)),
      fault("stops of \(number)", stops.map(\.place), Parcel.places(number)),
      fault("next stops of \(number)", stops.map(\.next), next),
      fault("owners of the stops of \(number)", stops.map(\.parcel), stops.map { _ in parcel }),
      fault("labels of \(number)", parcel.labels, Parcel.labels(number)),
      fault("weights of \(number)", parcel.weights, Parcel.weights(number)),
    ]
  }

  private func fault<Value: Equatable>(
    _ name: String, _ found: Value, _ expected: Value
  ) -> String? {
    found == expected
      ? nil : "writer \(writer), \(name): found \(found), expected \(expected)"
  }

  /// The faults of the rows that all writers share, if they have finished `done` transactions.
  static func sharedFaults(done: Int, in session: Session) throws -> [String] {
    let total = try Total.findAll(in: session).reduce(0) { $0 + $1.count }
    let stops = try Stop.where { $0.parcel.isNil }.count(in: session)
    var faults: [String] = []
    if total != done { faults.append("the total is \(total), but \(done) transactions are done") }
    if stops != 0 { faults.append("\(stops) stops belong to no parcel") }
    return faults
  }
}
