// Several problems of a class, told together.

extension PersistenceError {
  /// The errors of which this one tells together; only itself if it tells of one problem.
  public var problems: [PersistenceError] { several.isEmpty ? [self] : several }
}

/// The problems of a class, collected so that they can be told together.
package struct CollectedProblems {
  private var errors: [PersistenceError] = []

  package init() {}

  package var isEmpty: Bool { errors.isEmpty }

  package mutating func note(_ error: PersistenceError) { errors += error.problems }

  /// Runs a check, and keeps its error if that is about the class or its layout. Other errors are
  /// thrown: after a failure of the database, no more checks could run.
  package mutating func collect<R>(_ check: () throws -> R) throws -> R? {
    do {
      return try check()
    } catch let error as PersistenceError where Self.areOfClass(error) {
      note(error)
      return nil
    }
  }

  /// Whether an error is about a class or its layout.
  package static func areOfClass(_ error: PersistenceError) -> Bool { codes.contains(error.code) }

  private static let codes: Set<PersistenceError.Code> = [
    .invalidModel, .noCodec, .schemaMismatch, .codecMismatch, .encodingFailed, .unsupported,
  ]

  /// Throws what was collected: a single error as it is.
  package func finish() throws {
    if let error = errors.first { throw errors.count == 1 ? error : PersistenceError(errors) }
  }
}

extension PersistenceError {
  /// Makes an error with the code of the first of several, which names each with its place.
  fileprivate init(_ problems: [PersistenceError]) {
    let first = problems[0]
    let texts = problems.enumerated().map { "(\($0 + 1)) \($1.withoutCode(first.code))" }
    self.init(
      first.code, "there are \(problems.count) problems: \(texts.joined(separator: "; "))",
      context: .init(className: first.context.className, table: first.context.table))
    several = problems
  }

  /// The error's text, without its code if that is given anyway.
  private func withoutCode(_ code: Code) -> String {
    let text = description
    let head = "\(self.code): "
    return self.code == code ? String(text.dropFirst(head.count)) : text
  }
}
