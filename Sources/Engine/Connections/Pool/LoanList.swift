/// Work that has begun but not ended, in no order. Adding and removing cost the same at any length.
struct LoanList {
  private(set) var loans: [Loan] = []

  func contains(_ loan: Loan) -> Bool {
    loan.position < loans.count && loans[loan.position] === loan
  }

  mutating func add(_ loan: Loan) {
    loan.position = loans.count
    loans.append(loan)
  }

  /// Removes a loan, unless it is not in the list.
  mutating func remove(_ loan: Loan) {
    guard contains(loan) else { return }
    let last = loans.removeLast()
    if last === loan { return }
    loans[loan.position] = last
    last.position = loan.position
  }
}
