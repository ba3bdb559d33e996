@Persistent final class Ledger {
  var name: String
  @Column(.version) var version: Int
}
@Persistent public class Voucher {
  public var name: String
  @Column("revision", .version, renamedFrom: "rev") public private(set) var count: Swift.Int64 = 0
}
