import Foundation
import PersistentObjects
import TestSupport
import Testing

@Suite struct CompositeEnumTests {
  static let payments: [Payment] = [
    .cash, .card(number: "1", expiry: .init(timeIntervalSinceReferenceDate: 0)),
    .card(number: "2", expiry: .init(timeIntervalSinceReferenceDate: 1), note: "n"),
    .transfer("DE"), .voucher(nil), .voucher(""), .split(1, 2), .hint(text: nil, stars: nil),
    .hint(text: nil, stars: 3), .onSite(Position(latitude: 1, longitude: -1)),
  ]

  @Test func eachCaseComesBackWhereverItStands() throws {
    try TemporaryStore.run { store, session in
      for (index, payment) in Self.payments.enumerated() {
        try session.save(
          Checkout(
            title: "\(index)", payment: payment, second: index % 2 == 0 ? payment : nil,
            deposit: Deposit(amount: 1, payment: payment, refund: index % 2 == 0 ? nil : payment),
            parts: Self.payments, byName: ["a": payment]))
      }
      let checkouts = try Checkout.query.order(by: \.pk).find(in: Session(store: store.store))
      #expect(checkouts.map(\.payment) == Self.payments)
      for (index, checkout) in checkouts.enumerated() {
        let payment = Self.payments[index]
        #expect(checkout.second == (index % 2 == 0 ? payment : nil))
        #expect(
          checkout.deposit
            == Deposit(amount: 1, payment: payment, refund: index % 2 == 0 ? nil : payment))
        #expect(checkout.parts == Self.payments && checkout.byName == ["a": payment])
      }
    }
  }

  @Test func theCaseIsAColumnAndOtherCasesAreNull() throws {
    try TemporaryStore.run { store, session in
      try session.save(
        Checkout(title: "a", payment: .transfer("DE"), second: .split(3, 4), stage: .inWork))
      #expect(
        try store.rows(
          """
          SELECT payment, payment_transfer, payment_card_number, payment_voucher, second, second_split__0,
          second_split__1, second_transfer, stage, deposit_payment FROM checkout
          """) == ["transfer|DE|NULL|NULL|split|3|4|NULL|in_work|NULL"])
    }
  }

  @Test func aChangeOfCaseWritesTheColumnsThatDiffer() throws {
    try TemporaryStore.run { store, session in
      let checkout = Checkout(title: "a", payment: .transfer("DE"))
      try session.save(checkout)
      func update(_ payment: Payment) throws -> [String] {
        checkout.payment = payment
        return try store.statements { try session.save() }.filter { $0.hasPrefix("UPDATE") }
      }
      #expect(
        try update(.transfer("FR")) == ["UPDATE checkout SET payment_transfer = ?2 WHERE pk = ?1"])
      #expect(
        try update(.voucher("x")) == [
          """
          UPDATE checkout SET payment = ?2, payment_transfer = ?3, payment_voucher = ?4 WHERE pk = ?1
          """
        ])
    }
  }

  @Test func queriesNameCasesAndTheirValues() throws {
    try TemporaryStore.run { store, session in
      for (index, payment) in Self.payments.enumerated() {
        try session.save(
          Checkout(
            title: "\(index)", payment: payment, second: index < 5 ? nil : payment,
            parts: [payment]))
      }
      func titles(_ query: Query<Checkout>) throws -> [String] {
        try query.order(by: \.pk).select(\.title).find(in: session)
      }
      let cards = try titles(Checkout.where { $0.payment.is(\.card) })
      #expect(cards == ["1", "2"])
      let others = try titles(Checkout.where { !$0.second.is(\.split) })
      #expect(others == ["0", "1", "2", "3", "4", "5", "7", "8", "9"])
      let numbered = try titles(Checkout.where { $0.payment.card.number == "2" })
      #expect(numbered == ["2"])
      let empty = try titles(
        Checkout.where { $0.payment.is(\.voucher) && $0.payment.voucher == nil })
      #expect(empty == ["4"])
      let whole = try titles(Checkout.where { $0.second == .hint(text: nil, stars: nil) })
      #expect(whole == ["7"])
      let several = try titles(Checkout.where { $0.payment.isIn([.cash, .split(1, 2)]) })
      #expect(several == ["0", "6"])
      let inside = try titles(Checkout.where { $0.parts.contains { $0.onSite.latitude == 1 } })
      #expect(inside == ["9"])
      let numbers = try Checkout.query.order(by: \.pk).select { $0.payment.split._1 }.find(
        in: session)
      #expect(numbers == [nil, nil, nil, nil, nil, nil, 2, nil, nil, nil])
      let stages = try Checkout.where { $0.stage.is(\.open) && $0.stage == .open }.count(
        in: session)
      #expect(stages == Self.payments.count)
    }
  }

  @Test func valuesThatMayAllBeNilAreNotComparedWithNil() throws {
    try TemporaryStore.run { _, session in
      let error = failure { _ = try Checkout.where { $0.payment.hint == nil }.find(in: session) }
      #expect(error?.code == .invalidQuery && error?.message.contains("is(_:)") == true)
    }
  }

  @Test func anUnknownCaseIsAnErrorThatNamesIt() throws {
    try TemporaryStore.run { store, session in
      try session.save(Checkout(title: "a", payment: .cash))
      try session.execute("UPDATE checkout SET payment = 'cheque'")
      let error = failure { _ = try Checkout.findAll(in: Session(store: store.store)) }
      #expect(error?.code == .decodingFailed && error?.context.property == "payment.case")
      #expect(error?.message.contains("there is no case 'cheque'") == true)
    }
  }

  @Test func missingValuesOfACaseAreAnError() throws {
    try TemporaryStore.run { store, session in
      try session.save(Checkout(title: "a", payment: .cash))
      try session.execute("UPDATE checkout SET payment = 'card'")
      let error = failure { _ = try Checkout.findAll(in: Session(store: store.store)) }
      #expect(error?.code == .decodingFailed && error?.context.property == "payment")
      #expect(error?.message.contains("the values of the case 'card' are missing") == true)
    }
  }
}
