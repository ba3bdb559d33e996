/// The same table, written by hand.
final class RawOrders: AlbumContestant {
  private let database: RawDatabase

  init(path: String) throws {
    database = try RawDatabase(path: path)
    try database.execute("CREATE TABLE \"order\" (pk INTEGER PRIMARY KEY, number INTEGER) STRICT")
    try database.execute(
      """
      CREATE TABLE order_lines (parent_pk INTEGER NOT NULL REFERENCES "order" (pk) \
      ON DELETE CASCADE, array_index INTEGER NOT NULL, product TEXT, quantity INTEGER, \
      price REAL, note TEXT, PRIMARY KEY (parent_pk, array_index)) STRICT, WITHOUT ROWID
      """)
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
      try self.database.inTransaction {
        for (number, lines) in lines.enumerated() {
          try self.insert(RawOrder(pk: Int64(number + 1), number: number, lines: lines))
        }
        return lines.count
      }
    }
  }

  private func insert(_ order: RawOrder) throws {
    let statement = try database.statement("INSERT INTO \"order\" VALUES (?1, ?2)")
    statement.bind(order.pk, 1)
    statement.bind(Int64(order.number), 2)
    try statement.run()
    let lines = try database.statement("INSERT INTO order_lines VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
    lines.bind(order.pk, 1)
    for (index, line) in order.lines.enumerated() {
      lines.bind(Int64(index), 2)
      lines.bind(line.product, 3)
      lines.bind(Int64(line.quantity), 4)
      lines.bind(line.price, 5)
      if let note = line.note { lines.bind(note, 6) } else { lines.bindNull(6) }
      try lines.run()
    }
  }

  private func walk() throws -> Int {
    try database.inTransaction(RawTransaction.reading) {
      var sum = 0
      for order in try orders() {
        for (index, line) in order.lines.enumerated() { sum &+= (index + 1) &* line.sum }
      }
      return sum
    }
  }

  /// Walks through the orders and the rows of their lines in parallel, as ``RawAlbums`` does.
  private func orders() throws -> [RawOrder] {
    let heads = try database.statement("SELECT pk, number FROM \"order\" ORDER BY pk")
    defer { heads.reset() }
    var orders: [RawOrder] = []
    while try heads.step() {
      orders.append(RawOrder(pk: heads.integer(0), number: Int(heads.integer(1)), lines: []))
    }
    let rows = try database.statement(
      """
      SELECT parent_pk, product, quantity, price, note FROM order_lines \
      ORDER BY parent_pk, array_index
      """)
    defer { rows.reset() }
    var position = 0
    while try rows.step() {
      while orders[position].pk != rows.integer(0) { position += 1 }
      orders[position].lines.append(OrderLine(rows))
    }
    return orders
  }

  private func change(_ workload: ChildWorkload) throws -> Work {
    let orders = try orders()
    let count = orders.reduce(0) { $0 + $1.lines.count }
    return Work {
      try self.database.inTransaction {
        let statement = try self.database.statement(
          "UPDATE order_lines SET quantity = ?3 WHERE parent_pk = ?1 AND array_index = ?2")
        for order in orders {
          let (index, quantity) = workload.changedQuantity(order.number)
          order.lines[index].quantity = quantity
          statement.bind(order.pk, 1)
          statement.bind(Int64(index), 2)
          statement.bind(Int64(quantity), 3)
          try statement.run()
        }
      }
      return count
    }
  }
}

/// A class that a careful programmer would fill by hand.
private final class RawOrder {
  let pk: Int64
  let number: Int
  var lines: [OrderLine]

  init(pk: Int64, number: Int, lines: [OrderLine]) {
    self.pk = pk
    self.number = number
    self.lines = lines
  }
}

extension OrderLine {
  /// Makes the line of the current row, after its key.
  fileprivate init(_ row: RawStatement) {
    self.init(
      product: row.text(1), quantity: Int(row.integer(2)), price: row.real(3),
      note: row.isNull(4) ? nil : row.text(4))
  }
}
