@Persistent public final class Customer {
  public var name: String
  @Inverse(\Order.customer) public var orders: [Order] = []
  @Inverse(\Card.owner) var card: Card?
  @Inverse(\Club.members) var clubs: Set<Club>
}
