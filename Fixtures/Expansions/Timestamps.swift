@Persistent final class Note {
  var text: String
  @Column(.createdAt) var made: Date
  @Column("changed_at", .updatedAt) var changed: Date?
  @Column(.updatedAt, codec: DateAsReal()) var touched: Foundation.Date
  @Column(.createdAt, renamedFrom: "old") var first: Date = .now
}
