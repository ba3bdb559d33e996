import PersistentObjects
import PersistentObjectsInspection

/// Chooses and reads sample objects. It starts with the objects that have findings, those with the
/// most references to them, and some from all over each class. Then it takes their targets, so that
/// links lead somewhere, and finally more objects of each class.
struct SampleGathering {
  private let file: InspectedFile
  private let findings: [ReportLink]
  /// The number of samples to take of each class.
  private let wanted: Int
  /// About how much memory samples may still take, in bytes: a page has no room for more.
  private var room: Int
  private var classes: [Sampled] = []
  private var numbers: [String: Int] = [:]

  /// The samples of one class.
  private struct Sampled {
    let table: String
    let reading: SampleReading
    var objects: [Int64: ReportObject] = [:]
    /// The keys that are missing, or whose rows cannot be read.
    var missing: Set<Int64> = []
    var remarks: [String] = []
  }

  init(_ file: InspectedFile, _ limits: ReportLimits, _ check: ReportCheck) {
    self.file = file
    findings = check.findings.compactMap(\.object)
    wanted = limits.samples(ofEachOf: file.model.classes.count)
    room = limits.maximumBytes * 2
  }

  /// Gathers the samples of all classes.
  mutating func gather(for shown: inout [ReportClass]) throws {
    guard wanted > 0 else { return }
    classes = shown.map { Sampled(table: $0.table, reading: SampleReading($0.table, file)) }
    numbers = Dictionary(
      shown.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    follow(findings, upTo: wanted)
    follow(Self.popular(in: shown), upTo: max(1, wanted / 3))
    spread(max(1, wanted / 2))
    followAll()
    spread(wanted)
    fill()
    findReferrers()
    for number in shown.indices {
      shown[number].samples = classes[number].objects.sorted { $0.key < $1.key }.map(\.value)
      shown[number].remarks += classes[number].remarks
    }
  }

  // MARK: Choosing

  /// Returns the objects with the most references to them.
  private static func popular(in shown: [ReportClass]) -> [ReportLink] {
    shown.flatMap { one in
      (one.columns.map(\.statistics) + one.childTables.map(\.statistics)).flatMap {
        $0?.links ?? []
      }
    }
  }

  private mutating func spread(_ count: Int) {
    forEachClass { number, gathering in
      let keys = SampleKeys(gathering.classes[number].table, gathering.file)
      for pk in try keys.spread(count) { gathering.take(pk, of: number, upTo: count) }
    }
  }

  private mutating func fill() {
    forEachClass { number, gathering in
      guard gathering.classes[number].objects.count < gathering.wanted else { return }
      let keys = SampleKeys(gathering.classes[number].table, gathering.file)
      for pk in try keys.first(gathering.wanted * 2) {
        gathering.take(pk, of: number, upTo: gathering.wanted)
      }
    }
  }

  /// Takes the targets of samples, and in turn their targets, as long as a class has room.
  private mutating func followAll() {
    var next = classes.flatMap { $0.objects.sorted { $0.key < $1.key }.map(\.value) }
    while !next.isEmpty {
      let links = next.flatMap { $0.properties.flatMap(\.value.links) }
      next = follow(links, upTo: max(1, wanted * 3 / 4))
    }
  }

  /// Takes objects, and returns those that are new.
  @discardableResult
  private mutating func follow(_ links: [ReportLink], upTo most: Int) -> [ReportObject] {
    links.compactMap { link in
      guard let number = numbers[link.className], let pk = Int64(link.key) else { return nil }
      return take(pk, of: number, upTo: most)
    }
  }

  /// Reads an object if its class has room, and returns it if it is new.
  @discardableResult
  private mutating func take(_ pk: Int64, of number: Int, upTo most: Int) -> ReportObject? {
    guard classes[number].objects.count < most, room > 0, classes[number].objects[pk] == nil,
      !classes[number].missing.contains(pk)
    else { return nil }
    do {
      if let object = try classes[number].reading.object(pk: pk) {
        classes[number].objects[pk] = object
        room -= object.properties.reduce(256) { $0 + $1.value.weight }
        return object
      }
    } catch {
      note(error, of: number)
    }
    classes[number].missing.insert(pk)
    return nil
  }

  // MARK: Referrers

  private mutating func findReferrers() {
    var samples: Set<ReportLink> = []
    for (name, number) in numbers {
      samples.formUnion(
        classes[number].objects.keys.map { ReportLink(className: name, key: "\($0)") })
    }
    let search = SampleReferrers(file, samples: samples)
    forEachClass { number, gathering in
      let sampled = gathering.classes[number]
      let found = try search.referrers(to: sampled.objects.keys.sorted(), of: sampled.table)
      for (pk, found) in found {
        gathering.classes[number].objects[pk]?.referrers = found.referrers
        gathering.classes[number].objects[pk]?.omittedReferrers = found.omitted
      }
    }
  }

  // MARK: Errors

  /// Calls `body` for each class. A failure becomes a remark on the class, and the other classes go
  /// on.
  private mutating func forEachClass(_ body: (Int, inout SampleGathering) throws -> Void) {
    for number in classes.indices {
      do { try body(number, &self) } catch { note(error, of: number) }
    }
  }

  private mutating func note(_ error: any Error, of number: Int) {
    let remark = "Sample objects could not all be read: \(ShownValues.words(of: error))"
    if !classes[number].remarks.contains(remark) { classes[number].remarks.append(remark) }
  }
}
