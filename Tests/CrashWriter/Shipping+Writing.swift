import PersistentObjects

/// The work of one writer.
struct Shipping {
  /// The number of a writer's parcels that are kept.
  static let kept = 12
  let writer: Int

  /// The number of transactions that this writer has finished.
  func done(in session: Session) throws -> Int {
    try Journal.findByWriter(writer, in: session).first?.done ?? 0
  }

  /// Does the work of one transaction. Returns the number of transactions that are then finished.
  func write(in session: Session) throws -> Int {
    let journal =
      try Journal.findByWriter(writer, in: session).first ?? Journal(writer: writer)
    let number = journal.done
    let parcel = Parcel(journal: journal, number: number)
    journal.done += 1
    journal.recent.append(number)
    if journal.recent.count > 5 { journal.recent.removeFirst() }
    try session.insert(parcel)
    try session.save()
    try survive(parcel, in: session)
    try count(in: session)
    try forget(number - Self.kept, of: journal, in: session)
    return journal.done
  }

  /// Undoes a savepoint; this must leave nothing behind.
  private func survive(_ parcel: Parcel, in session: Session) throws {
    guard parcel.number % 3 == 0 else { return }
    do {
      try session.transaction {
        parcel.note = "undone"
        parcel.stops.append(Stop(place: "undone"))
        try session.save()
        throw Undone()
      }
    } catch is Undone {}
  }

  private struct Undone: Error {}

  private func count(in session: Session) throws {
    let total = try Total.findAll(in: session).first ?? Total()
    total.count += 1
    try session.save(total)
  }

  private func forget(_ number: Int, of journal: Journal, in session: Session) throws {
    let old = try Parcel.find(in: session) { $0.journal == journal && $0.number == number }
    for parcel in old {
      for stop in parcel.stops { try session.delete(stop) }
      try session.delete(parcel)
    }
  }
}

extension Parcel {
  /// The parcel that belongs to a number.
  convenience init(journal: Journal, number: Int) {
    self.init(journal: journal, number: number, note: Self.note(number))
    stops = Self.places(number).map { Stop(place: $0) }
    for (index, stop) in stops.enumerated() {
      stop.parcel = self
      stop.next = stops[(index + 1) % stops.count]
    }
    labels = Self.labels(number)
    weights = Self.weights(number)
  }

  // Some notes fill several pages.
  static func note(_ number: Int) -> String {
    String(repeating: "parcel \(number) ", count: number % 11 == 0 ? 2000 : number % 7)
  }

  static func places(_ number: Int) -> [String] {
    (0...(number % 6)).map { "stop \($0) of \(number)" }
  }

  static func labels(_ number: Int) -> Set<String> {
    Set((0..<(number % 4)).map { "label \($0 * number)" })
  }

  static func weights(_ number: Int) -> [String: Double] {
    ["net": Double(number) / 8, "gross": Double(number) / 4]
  }
}
