import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Conditions of many terms joined by `&&` and `||`.
@Suite struct ConditionChainTests {
  typealias Term = @Sendable (Columns<Sounding>) -> Condition

  enum Word: String, CaseIterable {
    case and = "AND"
    case or = "OR"

    func join(
      _ left: Condition, _ right: Condition
    ) -> Condition { self == .and ? left && right : left || right }
  }

  /// The order in which the terms of a chain are joined.
  enum Order: CaseIterable {
    case appending, prepending, halving, alternating

    func join(
      _ terms: ArraySlice<Condition>, by word: Word
    ) -> Condition {
      switch self {
      case .appending: terms.dropFirst().reduce(terms[terms.startIndex], word.join)
      case .prepending:
        terms.dropLast().reversed().reduce(terms[terms.endIndex - 1]) { word.join($1, $0) }
      case .halving:
        if terms.count == 1 {
          terms[terms.startIndex]
        } else {
          word.join(
            join(terms.prefix(terms.count / 2), by: word),
            join(terms.dropFirst(terms.count / 2), by: word))
        }
      case .alternating: alternating(terms, by: word)
      }
    }

    private func alternating(
      _ terms: ArraySlice<Condition>, by word: Word
    ) -> Condition {
      var (first, last) = (terms.startIndex + terms.count / 2, terms.startIndex + terms.count / 2)
      var chain = terms[first]
      while first > terms.startIndex || last < terms.endIndex - 1 {
        if first > terms.startIndex {
          first -= 1
          chain = word.join(terms[first], chain)
        }
        if last < terms.endIndex - 1 {
          last += 1
          chain = word.join(chain, terms[last])
        }
      }
      return chain
    }
  }

  private func sql(
    _ session: Session, _ predicate: (Columns<Sounding>) -> Condition
  ) throws -> Substring {
    let sql = try Sounding.where(predicate).sql(in: session)
    let start = try #require(sql.firstRange(of: "WHERE ")).upperBound
    let end = try #require(sql.ranges(of: " ORDER BY").last).lowerBound
    return sql[start..<end]
  }

  // MARK: Texts

  static let texts: [(String, Term)] = [
    ("(a = ?1 OR a = ?2 OR b = ?3)", { $0.a == 1 || $0.a == 2 || $0.b == 3 }),
    (
      "(a = ?1 AND a = ?2 AND b = ?3 AND c IS NULL)",
      { $0.a == 1 && ($0.a == 2 && ($0.b == 3 && $0.c.isNil)) }
    ),
    (
      "(a = ?1 OR (a = ?2 AND b = ?3) OR c IS NULL)",
      { $0.a == 1 || $0.a == 2 && $0.b == 3 || $0.c.isNil }
    ),
    ("((a = ?1 OR b = ?2 OR a = ?3)) IS NOT TRUE", { !($0.a == 1 || $0.b == 2 || $0.a == 3) }),
    ("(a = ?1 AND b = ?2)", { !(!($0.a == 1 && !(!($0.b == 4)))) }),
    (
      """
      EXISTS (SELECT 1 FROM sounding_tags AS tags WHERE tags.parent_pk = sounding.pk \
      AND (tags.value = ?1 OR tags.value = ?2 OR tags.value = ?3))
      """, { $0.tags.contains { $0 == "a" || $0 == "b" || $0 == "c" } }
    ),
  ]

  @Test(.onSQLite, arguments: texts) func aChainIsFlat(_ text: String, _ term: Term) throws {
    try TemporaryStore.run { _, session in
      let written = try sql(session, term)
      #expect(written == text)
    }
  }

  @Test(.onSQLite) func narrowingAQueryMakesAChain() throws {
    try TemporaryStore.run { _, session in
      let query = Sounding.where { $0.a == 1 }.where { $0.b == 2 }.where { $0.b == 3 || $0.c.isNil }
      let sql = try query.sql(in: session)
      #expect(sql.contains("WHERE (a = ?1 AND b = ?2 AND (b = ?3 OR c IS NULL))"))
    }
  }

  @Test(arguments: Word.allCases, Order.allCases)
  func aHundredTermsAreFlat(_ word: Word, _ order: Order) throws {
    try TemporaryStore.run { _, session in
      let text = try sql(session) { order.join(Sounding.numbered(100, $0)[...], by: word) }
      let terms = Array(repeating: "c IS NULL", count: 100)
      #expect(text == "(\(terms.joined(separator: " \(word.rawValue) ")))")
    }
  }

  @Test func theHalvesOfALongerChainStandInParentheses() throws {
    try TemporaryStore.run { _, session in
      let text = try sql(session) { Order.halving.join(Sounding.numbered(101, $0)[...], by: .or) }
      func half(_ count: Int) -> String {
        "(\(Array(repeating: "c IS NULL", count: count).joined(separator: " OR ")))"
      }
      #expect(text == "(\(half(50)) OR \(half(51)))")
    }
  }

  @Test(arguments: Word.allCases, Order.allCases)
  func parenthesesStayFew(_ word: Word, _ order: Order) throws {
    try TemporaryStore.run { _, session in
      let text = try sql(session) { order.join(Sounding.numbered(10_000, $0)[...], by: word) }
      #expect(text.ranges(of: "c IS NULL").count == 10_000)
      #expect(text.prefix { $0 == "(" }.count <= 10)
      #expect(text.count { $0 == "(" } < 500)
    }
  }

  // MARK: Results

  @Test(arguments: [100, 1_000, 10_000], Word.allCases)
  func findsWhatSwiftWouldFilter(_ count: Int, _ word: Word) throws {
    var numbers = RandomNumbers.printed("chains of \(count)")
    try TemporaryStore.run { _, session in
      let soundings = Sounding.samples(60, &numbers)
      try session.save(contentsOf: soundings)
      for order in Order.allCases.shuffled(using: &numbers).prefix(count > 1_000 ? 1 : 4) {
        let terms = (0..<count).map { RandomTerm($0, word, &numbers) }
        func holds(_ sounding: Sounding) -> Bool {
          word == .and
            ? terms.allSatisfy { $0.holds(sounding) } : terms.contains { $0.holds(sounding) }
        }
        func chain(_ columns: Columns<Sounding>) -> Condition {
          order.join(terms.map { $0.condition(columns) }[...], by: word)
        }
        let found = try Sounding.find(in: session, where: chain)
        #expect(found == soundings.filter(holds), "\(order)")
        let others = try Sounding.find(in: session) { !chain($0) }
        #expect(others == soundings.filter { !holds($0) }, "\(order)")
      }
    }
  }

  @Test(arguments: RandomNumbers.seeds)
  func findsWithMixedChains(_ seed: UInt64) throws {
    var numbers = RandomNumbers(seed: seed)
    try TemporaryStore.run { _, session in
      let soundings = Sounding.samples(60, &numbers)
      try session.save(contentsOf: soundings)
      for _ in 0..<20 {
        let tree = RandomTree(terms: 1 + numbers.number(below: 600), &numbers)
        let found = try Sounding.find(in: session, where: tree.condition)
        #expect(found == soundings.filter(tree.holds), "seed \(seed)")
      }
    }
  }

  @Test func findsByChainsOfElementsAndGroups() throws {
    try TemporaryStore.run { _, session in
      var numbers = RandomNumbers(seed: 5)
      let soundings = Sounding.samples(40, &numbers)
      try session.save(contentsOf: soundings)
      let found = try Sounding.find(in: session) {
        $0.tags.contains { tag in
          (0..<450).dropFirst().reduce(tag == "0") { chain, number in chain || tag == "\(number)" }
        }
      }
      #expect(found == soundings.filter { !$0.tags.isEmpty })
      let query = (0..<450).reduce(Sounding.query) { query, number in
        query.where { $0.b != number || $0.a == 3 }
      }
      #expect(try query.find(in: session) == soundings.filter { $0.b >= 450 || $0.a == 3 })
      let groups = (0..<450).reduce(Sounding.query.grouped(by: \.a)) { groups, number in
        groups.having { $0.value(.count()) != number + 2 }
      }
      #expect(
        try groups.values(.count(), in: session).count
          == Dictionary(grouping: soundings, by: \.a).count { $1.count == 1 })
    }
  }

  // MARK: Limits

  @Test func moreValuesThanTheDatabaseTakesAreRefused() throws {
    try TemporaryStore.run { _, session in
      let query = Sounding.where { sounding in
        Order.appending.join((0..<40_000).map { sounding.b == $0 }[...], by: .or)
      }
      let error = failure { _ = try query.find(in: session) }
      #expect(error?.code == .invalidQuery)
      let most = [TestedDatabase.sqlite: "32766", .strict: "1000"][.current] ?? "7498"
      #expect(
        error?.message == """
          the query has 40000 values, and the database takes \(most) in one statement; split the query, \
          or compare with a list by isIn(_:), which counts as one value
          """)
    }
  }

  /// Each level is nested in the one before.
  private func nested(_ levels: Int, _ columns: Columns<Sounding>) -> Condition {
    (0..<levels).reduce(columns.c.isNil) { condition, level in
      switch level % 3 {
      case 0: condition || columns.a == 1
      case 1: condition && columns.b > 5
      default: !condition
      }
    }
  }

  private func befriended(_ levels: Int, _ columns: Columns<Citizen>) -> Condition {
    levels == 0 ? columns.age == 1 : columns.friends.contains { befriended(levels - 1, $0) }
  }

  private func befriended(_ levels: Int, _ friend: QueryExpression<Citizen>) -> Condition {
    levels == 0 ? friend.age == 1 : friend.friends.contains { befriended(levels - 1, $0) }
  }

  @Test(.notOnPostgreSQL("It is about a limit of SQLite."))
  func conditionsInsideEachOtherWorkOrAreRefused() throws {
    try TemporaryStore.run { _, session in
      _ = try Sounding.find(in: session) { nested(45, $0) }
      let deep = failure { _ = try Sounding.find(in: session) { nested(100, $0) } }
      #expect(deep?.code == .invalidQuery)
      #expect(deep?.message.contains("Split expressions that are deeply nested") == true)
      for levels in [26, 101, 5_000] {
        let error = failure {
          if levels == 26 {
            _ = try Citizen.find(in: session) { befriended(levels, $0) }
          } else {
            _ = try Sounding.find(in: session) { nested(levels, $0) }
          }
        }
        #expect(error?.code == .invalidQuery)
        #expect(
          error?.message == """
            the condition has more than 100 nested levels; split it. A chain of && or of || is one \
            level, however long it is, and so is !; contains { } counts as four, and a query inside \
            another as sixteen
            """)
      }
    }
  }

  @Test(.onSQLite) func criteriaThatLieTooDeepAreRefusedWithARemedy() throws {
    try TemporaryStore.run { _, session in
      let flat = (0..<2_000).map { "a = \($0)" }.joined(separator: " OR ")
      let error = failure { _ = try Sounding.find(Criteria(stringLiteral: flat), in: session) }
      #expect(error?.code == .invalidQuery)
      #expect(error?.message.contains("put parentheses around the halves") == true)
      let many = try Sounding.find("b IN \(in: 0..<30_000)", in: session)
      #expect(many.isEmpty)
    }
  }

  // MARK: Stack

  /// Runs the work on a thread with the smallest usual stack.
  private func onSmallThread(_ body: @escaping @Sendable () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      isDone.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    isDone.wait()
  }

  @Test(arguments: Word.allCases, [Order.appending, .prepending, .alternating])
  func aSmallStackIsEnoughForLongChains(_ word: Word, _ order: Order) throws {
    onSmallThread {
      _ = Sounding.where { columns in
        !(order.join(Sounding.numbered(20_000, columns)[...], by: word) || columns.a == 1)
      }
    }
  }

  @Test func aSmallStackIsEnoughToWriteConditions() throws {
    try TemporaryStore.run { _, session in
      let confined = Confined(session)
      onSmallThread {
        let session = confined.value
        let long = Sounding.where { columns in
          !Order.appending.join(Sounding.numbered(10_000, columns)[...], by: .or)
        }
        #expect(throws: Never.self) { try long.sql(in: session) }
        let deep = Sounding.where { nested(100, $0) }
        #expect(throws: Never.self) { try deep.sql(in: session) }
        _ = Sounding.where { nested(100_000, $0) }
        let inside = Citizen.where { befriended(25, $0) }
        #expect(throws: Never.self) { try inside.sql(in: session) }
      }
    }
  }

  /// A step that puts a query inside another one.
  enum Nesting: CaseIterable {
    case sets, existence, value, limit, reference

    /// The number of steps that a query may have.
    var most: Int {
      switch self {
      case .sets: 45
      case .existence: 6
      case .value, .limit: 5
      case .reference: 4
      }
    }

    func step(_ query: Query<Citizen>, _ number: Int) -> Query<Citizen> {
      switch self {
      case .sets:
        query.subtracting(Citizen.where { $0.age == number })
          .union(Citizen.where { $0.limit == number })
      case .existence: Citizen.where { _ in exists(query) }
      case .value: Citizen.where { $0.age == query.scalar(.count()) }
      case .limit: query.limit(number + 1).where { $0.age == number }
      case .reference: Citizen.where { $0.friends.contains { $0.isIn(query) } }
      }
    }
  }

  @Test(arguments: Nesting.allCases)
  func queriesInsideEachOtherAreWrittenOnASmallStackOrRefused(_ nesting: Nesting) throws {
    try TemporaryStore.run { _, session in
      try session.makeTables(for: Citizen.self)
      let confined = Confined(session)
      onSmallThread {
        let session = confined.value
        let some = (0..<nesting.most).reduce(Citizen.query, nesting.step)
        #expect(throws: Never.self) { try some.sql(in: session) }
        let many = (0..<1_000).reduce(Citizen.query, nesting.step)
        #expect(failure { _ = try many.sql(in: session) }?.code == .invalidQuery)
      }
    }
  }

  @Test func anIndexMayHaveAChainAsItsCondition() throws {
    try TemporaryStore.run { store, session in
      try session.given(Sparse(a: 1), Sparse(a: 7))
      let made = store.statements.all.filter { $0.hasPrefix("CREATE INDEX") }
      #expect(
        made == [
          "CREATE INDEX index_sparse_a_partial ON sparse (a) WHERE (a > 0 AND a < 7 AND (a IN (3, 4)))"
        ])
    }
  }
}

/// A random comparison that, as a term of a chain, leaves the result open: it is rarely true for
/// OR, and nearly always for AND. Only the first hundreds have values, since databases limit their
/// number.
private struct RandomTerm: Sendable {
  let condition: ConditionChainTests.Term
  let holds: @Sendable (Sounding) -> Bool

  init(_ index: Int, _ word: ConditionChainTests.Word, _ numbers: inout RandomNumbers) {
    let term = Self.term(index < 400 ? index % 4 : 4 + index % 2, numbers.number(below: 1_000))
    self = word == .or ? term : RandomTerm({ !term.condition($0) }, { !term.holds($0) })
  }

  private init(
    _ condition: @escaping ConditionChainTests.Term, _ holds: @escaping @Sendable (Sounding) -> Bool
  ) {
    self.condition = condition
    self.holds = holds
  }

  private static func term(_ kind: Int, _ value: Int) -> RandomTerm {
    switch kind {
    case 0: RandomTerm({ $0.b == value }, { $0.b == value })
    case 1: RandomTerm({ $0.c == value }, { $0.c == value })
    case 2: RandomTerm({ $0.c < value / 500 }, { ($0.c ?? 1_000) < value / 500 })
    case 3: RandomTerm({ $0.tags.contains("\(value)") }, { $0.tags.contains("\(value)") })
    case 4: RandomTerm({ $0.d == $0.c }, { $0.d == $0.c })
    default: RandomTerm({ $0.a > $0.b }, { $0.a > $0.b })
    }
  }
}

/// Terms joined in random order.
private indirect enum RandomTree {
  case term(RandomTerm)
  case joined(RandomTree, ConditionChainTests.Word, RandomTree)
  case negated(RandomTree)

  init(terms: Int, _ numbers: inout RandomNumbers) {
    if terms == 1 {
      let word: ConditionChainTests.Word = numbers.once(in: 2) ? .and : .or
      self = .term(RandomTerm(numbers.number(below: 300) < 1 ? 0 : 401, word, &numbers))
      return
    }
    let first = terms / 2
    let tree = RandomTree.joined(
      RandomTree(terms: first, &numbers), numbers.once(in: 2) ? .and : .or,
      RandomTree(terms: terms - first, &numbers))
    self = numbers.once(in: 5) ? .negated(tree) : tree
  }

  func condition(_ columns: Columns<Sounding>) -> Condition {
    switch self {
    case .term(let term): term.condition(columns)
    case .joined(let left, let word, let right):
      word.join(left.condition(columns), right.condition(columns))
    case .negated(let tree): !tree.condition(columns)
    }
  }

  func holds(_ sounding: Sounding) -> Bool {
    switch self {
    case .term(let term): term.holds(sounding)
    case .joined(let left, .and, let right): left.holds(sounding) && right.holds(sounding)
    case .joined(let left, .or, let right): left.holds(sounding) || right.holds(sounding)
    case .negated(let tree): !tree.holds(sounding)
    }
  }
}

@Persistent final class Sounding {
  var a: Int
  var b: Int
  var c: Int?
  var d: Int?
  var tags: Set<String> = []

  static func samples(_ count: Int, _ numbers: inout RandomNumbers) -> [Sounding] {
    (0..<count).map { _ in
      let sounding = Sounding(a: numbers.number(below: 20), b: numbers.number(below: 1_000))
      if !numbers.once(in: 3) { sounding.c = numbers.number(below: 1_000) }
      if numbers.once(in: 2) { sounding.tags = ["\(numbers.number(below: 400))"] }
      return sounding
    }
  }

  /// Returns conditions without values.
  static func numbered(_ count: Int, _ columns: Columns<Sounding>) -> [Condition] {
    (0..<count).map { _ in columns.c.isNil }
  }
}

@Persistent final class Sparse {
  var a: Int
  static let indices: [Index<Sparse>] = [
    Index(\.a).where { $0.a > 0 && $0.a < 7 && $0.a.isIn([3, 4]) }
  ]
}
