/// Opens a file by hand. The tables have the columns of the hundred classes.
struct RawOpening {
  private let database: RawDatabase
  private let classCount: Int

  init(path: String, _ classCount: Int) throws {
    database = try RawDatabase(path: path)
    self.classCount = classCount
  }

  func run(_ work: OpeningTask.Work) throws -> Int {
    switch work {
    case .makeFile: try makeFile()
    case .firstObject: try number(1)
    case .eachClass:
      try database.inTransaction(RawTransaction.reading) {
        try (1...classCount).reduce(0) { try $0 + number($1) }
      }
    }
  }

  private func makeFile() throws -> Int {
    try database.inTransaction {
      for number in 1...classCount {
        try database.execute(
          """
          CREATE TABLE class_\(number) (pk INTEGER PRIMARY KEY, number INTEGER, name TEXT, \
          weight REAL, note TEXT) STRICT
          """)
        let statement = try database.statement(
          "INSERT INTO class_\(number) VALUES (1, ?1, '', 0.0, NULL)")
        statement.bind(Int64(number), 1)
        try statement.run()
      }
      return (1...classCount).reduce(0, +)
    }
  }

  private func number(_ table: Int) throws -> Int {
    let statement = try database.statement(
      "SELECT pk, number, name, weight, note FROM class_\(table) WHERE pk = ?1")
    defer { statement.reset() }
    statement.bind(Int64(1), 1)
    return try statement.step() ? RawSmallObject(statement).number : 0
  }
}

/// An object that a careful programmer would fill by hand.
final class RawSmallObject {
  let number: Int
  let name: String
  let weight: Double
  let note: String?

  init(_ row: RawStatement) {
    number = Int(row.integer(1))
    name = row.text(2)
    weight = row.real(3)
    note = row.isNull(4) ? nil : row.text(4)
  }
}
