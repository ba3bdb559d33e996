package import PersistentObjectsDriver

/// The statements that begin and end transactions, found without hashing their text.
package struct TransactionTexts: Sendable {
  package let beginRead: StatementText
  package let beginWrite: StatementText
  package let commit: StatementText

  package init(_ dialect: any Dialect) {
    beginRead = StatementText(dialect.beginRead)
    beginWrite = StatementText(dialect.beginWrite)
    commit = StatementText(dialect.commit)
  }
}
