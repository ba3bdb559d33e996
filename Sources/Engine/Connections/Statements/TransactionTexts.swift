package import PersistentObjectsDriver

/// The statements that begin and end transactions, found without hashing their text.
package struct TransactionTexts: Sendable {
  package let beginRead: StatementText
  package let beginWrite: StatementText
  /// The beginning of a transaction that only makes tables; nil if they are made in any.
  package let beginUpkeep: StatementText?
  package let commit: StatementText

  package init(_ dialect: any Dialect) {
    beginRead = StatementText(dialect.beginRead)
    beginWrite = StatementText(dialect.beginWrite)
    beginUpkeep = dialect.beginUpkeep.map { StatementText($0) }
    commit = StatementText(dialect.commit)
  }
}
