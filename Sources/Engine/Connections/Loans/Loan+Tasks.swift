import Synchronization

// The loan of the current task is stored in a task-local value, for two purposes only: nested calls
// of the same task take part in it, and a task that would wait for itself, or a child task that
// would wait for its parent, gets an error at once.
//
// A child task shares the storage of its parent's task-local values; an unstructured task
// (`Task { }`) has copies. So the address of the value tells whether the task that has the loan
// cannot continue before this one has ended. The standard library has no other way to find out.

/// The runtime function behind `TaskLocal.get`, which returns the address of the current task's
/// value.
@_silgen_name("swift_task_localValueGet")
private func addressOfTaskLocalValue(_ key: UnsafeRawPointer) -> UnsafeRawPointer?

extension Loan {
  @TaskLocal private static var inherited: Loan?

  /// The current task's identity; nil outside of tasks.
  static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  private static var currentAddress: UnsafeRawPointer? {
    addressOfTaskLocalValue(UnsafeRawPointer(Unmanaged.passUnretained($inherited).toOpaque()))
  }

  /// The current loan, whichever task has it. The address is tested first, since most tasks have no
  /// loan, and reading the value costs as much without one.
  private static var current: Loan? { currentAddress == nil ? nil : inherited }

  /// The current loan, if the task that has it is this one, or waits for this one. A loan that is
  /// over does not count: its address may have been given out again.
  static var currentHere: Loan? {
    guard let loan = current, !loan.isOver else { return nil }
    return loan.address == currentAddress ? loan : nil
  }

  // MARK: Lending

  /// Runs `body` with this as the current loan.
  package func lend<R: Sendable>(_ body: () throws -> R) throws -> R {
    beginLending()
    defer { endLending() }
    return try Self.$inherited.withValue(self) {
      address = Self.currentAddress
      return try body()
    }
  }

  /// Runs `body` with this as the current loan.
  package func lend<R: Sendable>(_ body: () async throws -> R) async throws -> R {
    beginLending()
    defer { endLending() }
    return try await Self.$inherited.withValue(self) {
      address = Self.currentAddress
      return try await body()
    }
  }

  // MARK: The loans of the current task

  /// Returns the loan of a pool's session that the current task itself has.
  package static func ofCurrentTask(_ pool: ConnectionPool) -> Self? {
    guard let first = current else { return nil }
    let (task, id) = (currentTask, ObjectIdentifier(pool))
    return first.chain.first { $0.pool == id && $0.task == task && !$0.isOver } as? Self
  }

  /// Returns the loan that keeps a pool's writer and cannot end before the current task continues.
  static func keepingWriterMeanwhile(of pool: ConnectionPool) -> Loan? {
    guard let first = currentHere else { return nil }
    let id = ObjectIdentifier(pool)
    return first.chain.first { $0.pool == id && $0.keepsWriter }
  }

  /// Returns the loans that have connections of a pool and cannot end before the current task
  /// continues, the innermost first.
  static func heldUp(in pool: ConnectionPool) -> [Loan] {
    let id = ObjectIdentifier(pool)
    return currentHere.map { $0.chain.filter { $0.pool == id && $0.heldCount > 0 } } ?? []
  }

  /// The loan and all loans around it, the innermost first.
  private var chain: some Sequence<Loan> { sequence(first: self) { $0.outer } }
}
