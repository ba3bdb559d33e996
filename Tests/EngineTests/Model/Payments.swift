import Foundation
import PersistentObjects

@Embeddable enum Payment: Hashable {
  case cash
  case card(number: String, expiry: Date, note: String? = nil)
  case transfer(String)
  case voucher(String?)
  case split(Int, Int)
  case hint(text: String?, stars: Int?)
  case onSite(Position)
}

/// Cases alone cost one column.
@Embeddable enum Stage: Hashable {
  case open
  @Column("in_work") case inWork
  case closed
}

@Embeddable struct Deposit: Equatable {
  var amount: Decimal
  var payment: Payment
  var refund: Payment?
}

@Persistent final class Checkout {
  var title: String
  var payment: Payment
  var second: Payment?
  var stage: Stage = .open
  var deposit: Deposit?
  var parts: [Payment] = []
  var byName: [String: Payment] = [:]
}
