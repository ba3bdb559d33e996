import Foundation
import PersistentObjects

/// Changes the schema of the file repeatedly while others write, as two alternating versions of a
/// program would: a column gets another codec, another column comes and goes, and so does a child
/// table.
struct Reshaping: Sendable {
  private static let count = 40
  let path: String

  func run() async throws {
    try await make()
    while true {
      try await withStore { store in
        _ = try await store.recode(.property(\Later.Sign.text, from: StringCodec()))
        try await store.transaction { session in
          let signs = try Later.Sign.findAll(in: session)
          for sign in signs.prefix(10) { sign.marks.append("mark") }
          try session.save()
        }
      }
      try await withStore { store in
        _ = try await store.recode(.property(\Former.Sign.text, from: BackwardText()))
        try await store.prune(Former.Sign.self)
      }
    }
  }

  private func make() async throws {
    try await withStore { store in
      try await store.transaction { session in
        guard try Former.Sign.tableExists(in: session) == false else { return }
        for number in 0..<Self.count {
          try session.insert(Former.Sign(number: number, text: Self.text(number)))
        }
        try session.save()
      }
    }
  }

  /// Opens a store. Each version of the program has its own connections.
  private func withStore(_ body: (Store) async throws -> Void) async throws {
    var configuration = SQLiteConfiguration(path: path)
    configuration.busyTimeout = .seconds(60)
    let store = try Store(configuration)
    defer { store.close() }
    try await body(store)
  }

  private static func text(_ number: Int) -> String { "sign \(number)" }

  /// The faults of the signs: each sign must be stored by the codec that the file records.
  static func faults(in session: Session) throws -> [String] {
    let records = try session.rows(
      "SELECT codec FROM _persistent_column WHERE table_name = 'sign' AND column_name = 'text'")
    guard let record = records.first else { return [] }
    let isBackward = record == [.text(BackwardText().identifier.name)]
    let rows = try session.rows("SELECT number, text FROM sign ORDER BY number")
    let expected: [[StoredValue]] = (0..<count).map { number in
      let text = text(number)
      return [.integer(Int64(number)), .text(isBackward ? String(text.reversed()) : text)]
    }
    return rows == expected ? [] : ["the signs are \(rows), written by \(record)"]
  }
}

/// Text from its end to its beginning.
struct BackwardText: ColumnCodec {
  let identifier = CodecIdentifier("backward-text")
  let storage = StorageClass.text

  func encode(_ text: String, into column: inout ColumnWriter) {
    column.write(String(text.reversed()))
  }

  func decode(from column: borrowing ColumnReader) throws -> String {
    String(try column.text().reversed())
  }
}

enum Former {
  @Persistent final class Sign {
    var number: Int
    var text: String
  }
}

enum Later {
  @Persistent final class Sign {
    var number: Int
    @Column(codec: BackwardText()) var text: String
    @Column(indexed: true) var height: Int = 7
    var marks: [String] = []
  }
}
