@Persistent final class Ticket: Named {
  var name = "a"
  private var seat: Seat = .aisle
  private var rows: [Int] = [1]
  fileprivate var number = 7
  private var note: String?
  @Column(.createdAt) var made: Date = .now
  @Inverse(\Stub.ticket) var stubs: [Stub] = []
  @Column(.version) private var version: Int = 0
}
