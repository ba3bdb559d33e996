/// The statements that begin and end transactions, found without hashing their text.
struct TransactionTexts: Sendable {
  let beginRead: StatementText
  let beginWrite: StatementText
  let commit = StatementText("COMMIT")

  init(_ dialect: any Dialect) {
    beginRead = StatementText(dialect.beginRead)
    beginWrite = StatementText(dialect.beginWrite)
  }
}
