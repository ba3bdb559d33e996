/// Two conditions joined by AND or by OR.
///
/// A chain of the same word is a balanced tree, in whatever order its parts were joined. Adding a
/// term is therefore cheap, and neither writing nor releasing a chain of any length takes much of
/// the stack.
struct Junction {
  let word: Word
  let left: ConditionNode
  let right: ConditionNode
  /// The number of terms in the chain.
  let count: Int
  /// The number of levels of the chain's tree.
  let height: Int
  /// The levels of the chain and the conditions in it; see ``ConditionNode/deepest``.
  let nesting: Int

  enum Word: String {
    case and = "AND"
    case or = "OR"
  }

  fileprivate init(_ left: ConditionNode, by word: Word, with right: ConditionNode) {
    self.word = word
    self.left = left
    self.right = right
    let (first, last) = (left.chain(of: word), right.chain(of: word))
    count = (first?.count ?? 1) + (last?.count ?? 1)
    height = max(first?.height ?? 0, last?.height ?? 0) + 1
    nesting = max(first?.nesting ?? left.nesting + 1, last?.nesting ?? right.nesting + 1)
  }

  /// The terms of the chain, from the first to the last.
  var terms: [ConditionNode] {
    [left, right].flatMap { $0.chain(of: word)?.terms ?? [$0] }
  }
}

extension ConditionNode {
  /// The maximum number of levels. It keeps writing and releasing conditions from taking too much
  /// of the stack. Databases usually accept fewer.
  static let deepest = 100

  /// The number of levels of nested conditions: chains, negations, collections and queries. A
  /// collection counts as four, because writing it takes as much of the stack as four others.
  var nesting: Int {
    switch self {
    case .junction(let junction): junction.nesting
    case .not(let inner): inner.nesting + 1
    case .collection(let collection, _): collection.nesting
    case .exists(let query): query.nesting
    case .isAmong(let keys): keys.nesting
    case .selection(let value, let keys): max(value.nesting, keys.nesting)
    case .isAmongValues(let value, let query): max(value.nesting, query.nesting)
    case .comparison(let value, _, _), .membership(let value, _), .between(let value, _, _),
      .text(let value, _), .isNull(let value):
      value.nesting
    case .columns(let left, _, let right), .contains(let left, let right):
      max(left.nesting, right.nesting)
    case .constant: 0
    }
  }

  /// Returns this condition if it is a chain of the given word; nil if it would be a term of one.
  fileprivate func chain(of word: Junction.Word) -> Junction? {
    if case .junction(let junction) = self, junction.word == word { junction } else { nil }
  }

  private func height(in word: Junction.Word) -> Int { chain(of: word)?.height ?? 0 }

  /// Joins this condition, or all terms of this chain, with another one.
  func joined(by word: Junction.Word, with other: ConditionNode) -> ConditionNode {
    if let chain = chain(of: word), chain.height > other.height(in: word) + 1 {
      return chain.left.balanced(by: word, with: chain.right.joined(by: word, with: other))
    }
    if let chain = other.chain(of: word), chain.height > height(in: word) + 1 {
      return joined(by: word, with: chain.left).balanced(by: word, with: chain.right)
    }
    return .junction(Junction(self, by: word, with: other))
  }

  /// Joins trees whose heights differ by at most two, as AVL trees do.
  private func balanced(by word: Junction.Word, with other: ConditionNode) -> ConditionNode {
    if let chain = chain(of: word), chain.height > other.height(in: word) + 1 {
      guard let inner = chain.right.chain(of: word), inner.height > chain.left.height(in: word)
      else { return chain.left.joined(by: word, with: chain.right.joined(by: word, with: other)) }
      return chain.left.joined(by: word, with: inner.left)
        .joined(by: word, with: inner.right.joined(by: word, with: other))
    }
    if let chain = other.chain(of: word), chain.height > height(in: word) + 1 {
      guard let inner = chain.left.chain(of: word), inner.height > chain.right.height(in: word)
      else { return joined(by: word, with: chain.left).joined(by: word, with: chain.right) }
      return joined(by: word, with: inner.left)
        .joined(by: word, with: inner.right.joined(by: word, with: chain.right))
    }
    return .junction(Junction(self, by: word, with: other))
  }
}
