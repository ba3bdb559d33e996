import Foundation
import PersistentObjects
import TestSupport

extension Formulas {
  func claim(_ depth: Int) -> Claim {
    if depth == 0 { return pick(simpleClaims) }
    let next = depth - 1
    return choose([
      { self.pick(self.simpleClaims) },
      { self.comparison(self.integer(next), self.integer(next), self.pick(Self.integers)) },
      { self.comparison(self.double(next), self.double(next), self.pick(Self.doubles)) },
      { self.comparison(self.decimal(next), self.decimal(next), self.pick(Self.decimals)) },
      { self.comparison(self.string(next), self.string(next), self.pick(Self.texts)) },
      { self.comparison(self.date(next), self.date(next), self.pick(Self.dates)) },
      { self.search(self.string(next), self.string(next)) },
      { self.both(self.claim(next), self.claim(next)) },
      { self.either(self.claim(next), self.claim(next)) },
      { self.opposite(of: self.claim(next)) },
      { self.ofElements(next) },
    ])
  }

  private var simpleClaims: [Claim] {
    let maker = pick(makers)
    let (size, word) = (pick([1, 2, 3, 5]), pick(Self.texts))
    return [
      Claim("isActive", { $0.isActive }, { $0.isActive }),
      Claim("maker == \(maker.name)", { $0.maker == maker }, { $0.maker === maker }),
      Claim("maker != \(maker.name)", { $0.maker != maker }, { $0.maker !== maker }),
      Claim("former.isNil", { $0.former.isNil }, { $0.former == nil }),
      Claim(
        "former.maker == \(maker.name)", { $0.former.maker == maker },
        { $0.former?.maker === maker }),
      Claim("sizes.contains(\(size))", { $0.sizes.contains(size) }, { $0.sizes.contains(size) }),
      Claim(
        "sizes.allSatisfy { > \(size) }", { $0.sizes.allSatisfy { $0 > size } },
        { $0.sizes.allSatisfy { $0 > size } }),
      Claim("words.isEmpty", { $0.words.isEmpty }, { $0.words.isEmpty }),
      Claim(
        "words.contains(\(word))", { $0.words.contains(word) },
        { $0.words.contains { $0.isSame(as: word) } }),
      Claim(
        "former.isActive == true", { $0.former.isActive == true }, { $0.former?.isActive == true }),
    ]
  }

  private func comparison<Value: Ordered & Comparable>(
    _ a: Formula<Value>, _ b: Formula<Value>, _ constant: Value
  ) -> Claim {
    func compare(
      _ name: String,
      _ condition: @escaping (QueryExpression<Value?>, QueryExpression<Value?>) -> Condition,
      _ holds: @escaping (Value?, Value?) -> Bool
    ) -> Claim {
      Claim("(\(a.text) \(name) \(b.text))") {
        condition(a.expression($0), b.expression($0))
      } _: {
        holds(try a.value($0), try b.value($0))
      }
    }
    func compare(
      _ name: String, _ condition: @escaping (QueryExpression<Value?>) -> Condition,
      _ holds: @escaping (Value?) -> Bool
    ) -> Claim {
      Claim("(\(a.text) \(name))") {
        condition(a.expression($0))
      } _: {
        holds(try a.value($0))
      }
    }
    return choose([
      { compare("==", { $0 == $1 }) { $0.isSame(as: $1) } },
      { compare("!=", { $0 != $1 }) { !$0.isSame(as: $1) } },
      { compare("<", { $0 < $1 }) { $0 != nil && $0.precedes($1) } },
      { compare("<=", { $0 <= $1 }) { $0 != nil && $1 != nil && !$1.precedes($0) } },
      { compare(">", { $0 > $1 }) { $1 != nil && $1.precedes($0) } },
      { compare(">=", { $0 >= $1 }) { $0 != nil && $1 != nil && !$0.precedes($1) } },
      { compare("== \(constant)", { $0 == constant }) { $0.isSame(as: constant) } },
      { compare("!= \(constant)", { $0 != constant }) { !$0.isSame(as: constant) } },
      { compare("< \(constant)", { $0 < constant }) { $0 != nil && $0.precedes(constant) } },
      { compare(">= \(constant)", { $0 >= constant }) { $0 != nil && !$0.precedes(constant) } },
      {
        compare("isIn [\(constant), nil]", { $0.isIn([constant, nil]) }) {
          $0 == nil || $0.isSame(as: constant)
        }
      },
      {
        compare("isIn [\(constant), again]", { $0.isIn([constant, constant]) }) {
          $0.isSame(as: constant)
        }
      },
      { compare("isNil", { $0.isNil }) { $0 == nil } },
    ])
  }

  private func search(_ a: Formula<String>, _ b: Formula<String>) -> Claim {
    let part = pick(Self.texts)
    func search(
      _ name: String, _ condition: @escaping (QueryExpression<String?>, String) -> Condition,
      _ holds: @escaping ([Unicode.Scalar], [Unicode.Scalar]) -> Bool
    ) -> Claim {
      Claim("\(a.text).\(name)(\(part))") {
        condition(a.expression($0), part)
      } _: {
        try a.value($0).map { holds(Array($0.unicodeScalars), Array(part.unicodeScalars)) } ?? false
      }
    }
    func search(
      _ name: String,
      _ condition: @escaping (QueryExpression<String?>, QueryExpression<String?>) -> Condition,
      _ holds: @escaping ([Unicode.Scalar], [Unicode.Scalar]) -> Bool
    ) -> Claim {
      Claim("\(a.text).\(name)(\(b.text))") {
        condition(a.expression($0), b.expression($0))
      } _: {
        let (a, b) = (try a.value($0), try b.value($0))
        guard let a, let b else { return false }
        return holds(Array(a.unicodeScalars), Array(b.unicodeScalars))
      }
    }
    return choose([
      { search("hasPrefix", { $0.hasPrefix($1) }) { $0.starts(with: $1) } },
      { search("hasSuffix", { $0.hasSuffix($1) }) { $0.reversed().starts(with: $1.reversed()) } },
      { search("contains", { $0.contains($1) }) { contains($0, $1) } },
      {
        search("hasPrefix", { $0.hasPrefix($1 as QueryExpression<String?>) }) {
          $0.starts(with: $1)
        }
      },
      {
        search("hasSuffix", { $0.hasSuffix($1 as QueryExpression<String?>) }) {
          $0.reversed().starts(with: $1.reversed())
        }
      },
      { search("contains", { $0.contains($1 as QueryExpression<String?>) }) { contains($0, $1) } },
    ])
  }

  private func both(_ a: Claim, _ b: Claim) -> Claim {
    Claim("(\(a.text) && \(b.text))") {
      a.condition($0) && b.condition($0)
    } _: {
      let (a, b) = (try a.holds($0), try b.holds($0))
      return a && b
    }
  }

  private func either(_ a: Claim, _ b: Claim) -> Claim {
    Claim("(\(a.text) || \(b.text))") {
      a.condition($0) || b.condition($0)
    } _: {
      let (a, b) = (try a.holds($0), try b.holds($0))
      return a || b
    }
  }

  private func opposite(of claim: Claim) -> Claim {
    Claim("!\(claim.text)") {
      !claim.condition($0)
    } _: {
      try !claim.holds($0)
    }
  }

  private func ofElements(_ depth: Int) -> Claim {
    let claim = claim(depth)
    return choose([
      {
        Claim("maker.wares.contains { \(claim.text) }") {
          $0.maker.wares.contains { claim.condition(WareColumns($0)) }
        } _: {
          try self.requireResults(of: claim.holds)
          return try $0.maker?.wares.contains(where: claim.holds) ?? false
        }
      },
      {
        Claim("maker.wares.allSatisfy { \(claim.text) }") {
          $0.maker.wares.allSatisfy { claim.condition(WareColumns($0)) }
        } _: {
          try self.requireResults(of: claim.holds)
          return try $0.maker?.wares.allSatisfy(claim.holds) ?? false
        }
      },
    ])
  }
}

private func contains(_ text: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
  part.isEmpty || text.indices.contains { text[$0...].starts(with: part) }
}
