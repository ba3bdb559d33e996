import PersistentObjects

/// Orders kept through this package.
final class EngineOrders: AlbumContestant, Sendable {
  private let store: Store

  init(path: String) throws {
    store = try Store(path: path)
    _ = try store.blocking.session { try Order.count(in: $0) }
  }

  func work(on phase: ChildPhase, _ workload: ChildWorkload) throws -> Work {
    switch phase {
    case .save: save(workload.lines())
    case .walk: Work { try self.walk() }
    case .change: try change(workload)
    }
  }

  private func save(_ lines: [[OrderLine]]) -> Work {
    Work {
      try self.store.blocking.transaction { session in
        for (number, lines) in lines.enumerated() {
          try session.insert(Order(number: number, lines: lines))
        }
        try session.save()
        return lines.count
      }
    }
  }

  private func walk() throws -> Int {
    try store.blocking.session { session in
      var sum = 0
      for order in try Order.findAll(in: session) {
        for (index, line) in order.lines.enumerated() { sum &+= (index + 1) &* line.sum }
      }
      return sum
    }
  }

  private func change(_ workload: ChildWorkload) throws -> Work {
    let session = Session(store: store)
    let orders = try Order.findAll(in: session)
    let count = orders.reduce(0) { $0 + $1.lines.count }
    return Work {
      try session.transaction {
        for order in orders {
          let (index, quantity) = workload.changedQuantity(order.number)
          order.lines[index].quantity = quantity
        }
        try session.save()
      }
      return count
    }
  }
}
