import PersistentObjects
import TestSupport
import Testing

/// References to rows that are deleted one after the other, in a session that already knows its
/// objects by the rows that they refer to.
@Suite struct DroppedReferenceTests {
  private struct Stop: Error {}

  private struct Fleet {
    let store: TemporaryStore
    let session: Session
    let ports: [Anchorage]
    let ships: [Freighter]
  }

  /// Runs a test with a ship in each port. Two other ports were deleted before.
  private func withFleet(_ body: (Fleet) throws -> Void) throws {
    try TemporaryStore.run { store, session in
      let ports = (0..<4).map { Anchorage(name: "\($0)") }
      let ships = ports.map { Freighter(home: $0) }
      let others = [Anchorage(name: "a"), Anchorage(name: "b")]
      try session.save(contentsOf: others)
      try session.save(contentsOf: ships)
      for port in others { try session.delete(port) }
      try body(Fleet(store: store, session: session, ports: ports, ships: ships))
    }
  }

  @Test func ofSavedObjects() throws {
    try withFleet { fleet in
      try fleet.session.delete(fleet.ports[0])
      #expect(fleet.ships.map { $0.home == nil } == [true, false, false, false])
      #expect(fleet.ships.map(\.state) == [.clean, .clean, .clean, .clean])
    }
  }

  @Test func ofObjectsThatWereMadeLater() throws {
    try withFleet { fleet in
      let (ship, other) = (Freighter(home: fleet.ports[0]), Freighter(home: fleet.ports[1]))
      try fleet.session.save(ship)
      try fleet.session.insert(other)
      let home = fleet.ports[2].pk ?? 0
      try Session(store: fleet.store.store).execute(
        "INSERT INTO freighter (pk, home) VALUES (5000, \(home))")
      let read = try #require(try fleet.session.find(Freighter.self, pk: 5000))
      try fleet.session.delete(fleet.ports[0])
      #expect(ship.home == nil && other.home === fleet.ports[1])
      #expect(read.home === fleet.ports[2])
      try fleet.session.delete(fleet.ports[2])
      #expect(read.home == nil)
    }
  }

  @Test(arguments: [false, true]) func ofChangedObjects(isSaved: Bool) throws {
    try withFleet { fleet in
      fleet.ships[1].home = fleet.ports[0]
      if isSaved { try fleet.session.save() }
      try fleet.session.delete(fleet.ports[0])
      #expect(fleet.ships[1].home == nil)
      try fleet.session.delete(fleet.ports[1])
      #expect(fleet.ships[0].home == nil && fleet.ships[1].home == nil)
    }
  }

  @Test func ofObjectsThatWereSavedWithoutTheirReferrers() throws {
    try withFleet { fleet in
      let port = Anchorage(name: "new")
      fleet.ships[0].home = port
      fleet.ships[1].stops.append(port)
      try fleet.session.delete(fleet.ports[2])
      try fleet.session.save(port)
      try fleet.session.delete(port)
      #expect(fleet.ships[0].home == nil && fleet.ships[1].stops.isEmpty)
      try fleet.session.save()
    }
  }

  @Test(arguments: [false, true]) func ofObjectsThatWentBack(isRevert: Bool) throws {
    try withFleet { fleet in
      if isRevert {
        fleet.ships[1].home = fleet.ports[0]
        try fleet.session.delete(fleet.ports[2])
        try fleet.session.revert(fleet.ships[1])
      } else {
        do {
          try fleet.session.transaction {
            fleet.ships[1].home = fleet.ports[0]
            try fleet.session.save()
            throw Stop()
          }
        } catch is Stop {}
      }
      try fleet.session.delete(fleet.ports[1])
      #expect(fleet.ships[1].home == nil && fleet.ships[0].home === fleet.ports[0])
    }
  }

  @Test(arguments: [false, true]) func ofObjectsThatOthersChanged(isFound: Bool) throws {
    try withFleet { fleet in
      let (home, ship) = (fleet.ports[1].pk ?? 0, fleet.ships[0].pk ?? 0)
      try Session(store: fleet.store.store).execute(
        "UPDATE freighter SET home = \(home) WHERE pk = \(ship)")
      if isFound {
        _ = try Freighter.findAll(in: fleet.session)
      } else {
        try fleet.session.refresh(fleet.ships[0])
      }
      try fleet.session.delete(fleet.ports[1])
      #expect(fleet.ships[0].home == nil && fleet.ships[1].home == nil)
    }
  }

  @Test func ofCollectionsThatWereReadLater() throws {
    try withFleet { fleet in
      let other = Session(store: fleet.store.store)
      let ship = try #require(try other.find(Freighter.self, pk: fleet.ships[0].pk ?? 0))
      ship.stops = try Anchorage.query.order(by: \.pk).find(in: other)
      ship.calls = ["x": ship.stops[1]]
      try other.save(ship)
      try fleet.session.refresh(fleet.ships[0])
      try fleet.session.delete(fleet.ports[3])
      #expect(fleet.ships[0].stops.count == 3 && fleet.ships[0].calls.count == 1)
      try fleet.session.delete(fleet.ports[1])
      #expect(fleet.ships[0].stops == [fleet.ports[0], fleet.ports[2]])
      #expect(fleet.ships[0].calls.isEmpty)
    }
  }

  @Test func ofCollectionsThatChangeInTheSameTransaction() throws {
    try withFleet { fleet in
      let (ship, ports) = (fleet.ships[0], fleet.ports)
      (ship.stops, ship.calls) = ([ports[0], ports[1], ports[3]], ["x": ports[1]])
      try fleet.session.save()
      try fleet.session.transaction {
        try fleet.session.delete(ports[1])
        ship.stops.append(ports[2])
        ship.calls["y"] = ports[0]
        try fleet.session.save()
      }
      #expect(ship.stops == [ports[0], ports[3], ports[2]] && ship.calls == ["y": ports[0]])
      let session = Session(store: fleet.store.store)
      let other = try #require(try session.find(Freighter.self, pk: ship.pk ?? 0))
      #expect(other.stops.map(\.pk) == ship.stops.map(\.pk) && other.calls.keys.sorted() == ["y"])
      ship.stops.removeFirst()
      try fleet.session.save()
      try other.refresh()
      #expect(other.stops.map(\.pk) == ship.stops.map(\.pk))
    }
  }

  @Test func ofAnyClass() throws {
    try withFleet { fleet in
      fleet.ships[3].next = fleet.ships[2]
      try fleet.session.save()
      try fleet.session.delete(fleet.ships[2])
      #expect(fleet.ships[3].next == nil)
    }
  }

  /// An object may be in a list several times, and under several keys.
  @Test func ofEachPlace() throws {
    try TemporaryStore.run { store, session in
      let beacons = (0..<40).map { Beacon(name: "\($0)") }
      let chart = BeaconChart(list: beacons + beacons, members: Set(beacons))
      for (place, beacon) in (beacons + beacons).enumerated() {
        chart.places[Double(place)] = beacon
      }
      try session.save(chart)
      for some in [beacons[7...7], beacons[0...2], beacons[20...39]] {
        try session.transaction { for beacon in some { try session.delete(beacon) } }
        let rest = beacons.filter { $0.state != .deleted }
        #expect(chart.list == rest + rest && chart.places.count == 2 * rest.count)
        #expect(chart.members.count == rest.count && rest.allSatisfy(chart.members.contains))
        #expect(chart.state == .clean)
      }
      chart.list.removeFirst()
      chart.places[-1] = beacons[4]
      chart.members.remove(beacons[5])
      try session.save()
      let reader = Session(store: store.store)
      let other = try #require(try BeaconChart.query.findFirst(in: reader))
      #expect(other.list.map(\.name) == chart.list.map(\.name))
      #expect(Set(other.members.map(\.name)) == Set(chart.members.map(\.name)))
      #expect(other.places.mapValues(\.name) == chart.places.mapValues(\.name))
    }
  }

  /// A change that is saved after an object that it removed was deleted on its own.
  @Test func ofCollectionsThatHaveChanged() throws {
    try withFleet { fleet in
      let (ship, ports) = (fleet.ships[0], fleet.ports)
      (ship.stops, ship.calls) = (ports, ["x": ports[1], "y": ports[2]])
      try fleet.session.save()
      ship.stops.remove(at: 1)
      ship.calls["x"] = nil
      try fleet.session.delete(ports[1])
      try fleet.session.delete(ports[2])
      #expect(ship.stops == [ports[0], ports[3]] && ship.calls.isEmpty && ship.state == .changed)
      try fleet.session.save()
      ship.stops.append(ports[0])
      try fleet.session.save()
      let session = Session(store: fleet.store.store)
      let other = try #require(try session.find(Freighter.self, pk: ship.pk ?? 0))
      #expect(other.stops.map(\.pk) == ship.stops.map(\.pk) && other.calls.isEmpty)
    }
  }

  /// All rows that the objects refer to.
  @Test func ofManyRows() throws {
    try withFleet { fleet in
      try Anchorage.deleteAll(in: fleet.session)
      #expect(fleet.ships.allSatisfy { $0.home == nil && $0.state == .clean })
    }
  }
}

@Persistent final class Anchorage {
  var name: String
}

@Persistent final class Beacon {
  var name: String
}

@Persistent final class BeaconChart {
  var list: [Beacon] = []
  var members: Set<Beacon> = []
  var places: [Double: Beacon] = [:]
}

@Persistent final class Freighter {
  var home: Anchorage?
  var stops: [Anchorage] = []
  var calls: [String: Anchorage] = [:]
  var next: (any PersistentObject)?
}
