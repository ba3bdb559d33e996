/// One promise of a driver, and the code that checks it.
struct Check: Sendable {
  /// The beginning of a sentence. If the promise is broken, the sentence continues with ", but".
  let promise: String
  let body: @Sendable (Bench) async throws -> Void

  init(_ promise: String, _ body: @escaping @Sendable (Bench) async throws -> Void) {
    self.promise = promise
    self.body = body
  }
}

/// A promise that was broken.
struct Breach: Error {
  /// The end of the sentence: what happened instead.
  let fact: String
  let sql: String?

  init(_ fact: String, sql: String? = nil) {
    self.fact = fact
    self.sql = sql
  }
}

/// The end of a check that does not apply to the database.
struct Skip: Error {
  let reason: String

  static let takesNoBatches = Skip(reason: "rows(_:from:as:) returns nil")
}

extension DriverDuty {
  var checks: [Check] {
    switch self {
    case .statements:
      PreparingChecks.all + RunningChecks.all + StatementLifeChecks.all + ValueChecks.all
    case .batches: BatchChecks.all + MemberChecks.all + BatchClaimChecks.all
    case .transactions:
      TransactionChecks.all + LeaseChecks.all + SpoiledTransactionChecks.all + SnapshotChecks.all
        + WriterChecks.all
    case .dialect:
      NameChecks.all + PlaceholderChecks.all + LiteralChecks.all + ConditionChecks.all
        + MeaningChecks.all
        + TextChecks.all + SearchChecks.all + ComputingChecks.all + ExpressionChecks.all
        + NumberChecks.all + MomentChecks.all
        + SelectionChecks.all
        + StandardChecks.all + ChangeChecks.all
        + DependentChecks.all
    case .tables: TableChecks.all + SchemaChecks.all + IndexChecks.all + ReferenceChecks.all
    case .errors: ErrorChecks.all + InterruptionChecks.all + LifeChecks.all
    case .abilities:
      UpkeepChecks.all + NoticeChecks.all + KeyChecks.all + CopyChecks.all + PipeliningChecks.all
        + FunctionChecks.all + PaceChecks.all
    case .engine: EngineChecks.all + RefusalChecks.all + SharingChecks.all
    }
  }
}
