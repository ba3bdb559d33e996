import Foundation

@Embeddable enum Payment {
  case cash, voucher
  @Column("credit", renamedFrom: "creditCard") case card(number: String, expiry: Date = .now, String?)
  case transfer(String)
  case note(String?)
  case `default`(Int, Int)

  var isCash: Bool { true }
}

@Embeddable enum Stage {
  case open
}
