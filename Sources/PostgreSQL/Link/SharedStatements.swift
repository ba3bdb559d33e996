import PersistentObjectsDriver

/// A statement of a store, as the links that stores share keep it prepared.
struct SharedStatement: Hashable {
  let sql: String
  /// The types of its parameters; nil, or none, for those that the server infers.
  let types: [ServerType?]
  /// The schema of its tables: the server prepares it again if that is another one.
  let schema: String
}

/// The statements that the server keeps prepared for a link, for all stores that share it.
struct SharedStatements {
  /// The number of statements above which the least recently used ones are discarded.
  private let capacity: Int
  private var kept: [SharedStatement: Place] = [:]
  private var lastNumber = 0
  private var uses: UInt64 = 0
  /// The names of statements that the server still has to discard.
  private var discarded: [String] = []

  /// The number of the open pipeline.
  private var pipeline = 0

  private struct Place {
    let name: String
    var isPrepared = false
    /// The number of the pipeline in which its preparation was sent last.
    var pipeline: Int
    /// The number of the last use. It grows with each use of any statement.
    var lastUse: UInt64
  }

  init(capacity: Int) { self.capacity = max(1, capacity) }

  mutating func beginPipeline() { pipeline += 1 }

  /// Returns the name of a statement, and whether it has to be prepared first.
  mutating func use(_ statement: SharedStatement) -> (name: String, isNew: Bool) {
    uses += 1
    guard let index = kept.index(forKey: statement) else { return (add(statement), true) }
    kept.values[index].lastUse = uses
    let place = kept.values[index]
    // The server skips what follows a failure, so another pipeline has to prepare it again.
    let isNew = !place.isPrepared && place.pipeline != pipeline
    if isNew { kept.values[index].pipeline = pipeline }
    return (place.name, isNew)
  }

  private mutating func add(_ statement: SharedStatement) -> String {
    if kept.count >= capacity { discardOld() }
    lastNumber += 1
    let place = Place(name: "shared\(lastNumber)", pipeline: pipeline, lastUse: uses)
    kept[statement] = place
    return place.name
  }

  /// Notes that the server has prepared a statement.
  mutating func notePrepared(_ statement: SharedStatement) {
    kept[statement]?.isPrepared = true
  }

  /// Has a statement prepared again if a failure may need that.
  mutating func note(_ error: PersistenceError, of statement: SharedStatement) {
    // The server does not prepare it again by itself if its columns now have other types.
    if error.mayBeOfLayout { discard(statement) }
    // The program has had the server discard all.
    if error.databaseCode == "26000" { reset() }
  }

  private mutating func discard(_ statement: SharedStatement) {
    guard let place = kept.removeValue(forKey: statement), place.isPrepared else { return }
    discarded.append(place.name)
  }

  /// Forgets all statements, since the server has none any more.
  mutating func reset() { (kept, discarded) = ([:], []) }

  /// Discards an eighth, so that looking at all statements costs little for each.
  private mutating func discardOld() {
    let old = kept.filter { $0.value.isPrepared || $0.value.pipeline != pipeline }
      .sorted { $0.value.lastUse < $1.value.lastUse }
    for (statement, _) in old.prefix(capacity / 8 + 1) { discard(statement) }
  }

  /// Removes and returns the texts by which the server discards statements.
  mutating func takeDiscarding() -> [String] {
    defer { discarded = [] }
    return discarded.map { "DEALLOCATE \($0)" }
  }
}
