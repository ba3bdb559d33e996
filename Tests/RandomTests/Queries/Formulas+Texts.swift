import Foundation
import PersistentObjects
import TestSupport

extension Formulas {
  static let texts = [
    "", "a", "A", "b", "ab", "aB%", "_", "%", "é", "e\u{301}", "ß", "ẞ", "İ", "ı", "Σας", "ΑΣ", "ǆ",
    "ﬁ", "😀", "x y",
    " x", "y\n", "\u{A0}z", "\\", "'", "\"", "Ω", "ÅÄ", "\u{FFFF}", "𝒳", "zz top",
  ]

  func string(_ depth: Int) -> Formula<String> {
    if depth == 0 { return pick(stringLeaves) }
    let next = depth - 1
    let (number, part, other) = (random.number(below: 5) - 1, pick(Self.texts), pick(Self.texts))
    return choose([
      { self.pick(self.stringLeaves) },
      { self.choice(next, self.string, constant: self.pick(Self.texts)) },
      { self.combined("+", self.string(next), self.string(next), { $0 + $1 }) { joined($0, $1) } },
      { self.applied("+ \(part)", self.string(next), { $0 + part }) { joined($0, part) } },
      { self.applied("lowercased", self.string(next), { $0.lowercased() }) { $0.lowercased() } },
      { self.applied("uppercased", self.string(next), { $0.uppercased() }) { $0.uppercased() } },
      {
        self.applied("prefix(\(number))", self.string(next), { $0.prefix(number) }) {
          scalars($0.unicodeScalars.prefix(max(0, number)))
        }
      },
      {
        self.applied("suffix(\(number))", self.string(next), { $0.suffix(number) }) {
          scalars($0.unicodeScalars.suffix(max(0, number)))
        }
      },
      {
        self.applied("dropFirst(\(number))", self.string(next), { $0.dropFirst(number) }) {
          scalars($0.unicodeScalars.dropFirst(max(0, number)))
        }
      },
      {
        self.applied("dropLast(\(number))", self.string(next), { $0.dropLast(number) }) {
          scalars($0.unicodeScalars.dropLast(max(0, number)))
        }
      },
      { self.applied("trimmed", self.string(next), { $0.trimmed() }) { trimmed($0) } },
      {
        self.applied(
          "replacing(\(part), \(other))", self.string(next), { $0.replacing(part, with: other) }
        ) { replacing($0, part, other) }
      },
      { self.applied("text", self.integer(next), { $0.text() }) { String($0) } },
    ])
  }

  var stringLeaves: [Formula<String>] {
    [
      Formula("name", { $0.name.optional }, { $0.name }),
      Formula("note", { $0.note }, { $0.note }),
      Formula("maker.name", { $0.maker.name }, { $0.maker?.name }),
      Formula("maker.city", { $0.maker.city }, { $0.maker?.city }),
      Formula("former.note", { $0.former.note }, { $0.former?.note }),
      Formula("words.min", { $0.words.min { $0 } }, { $0.words.min { $0.precedes($1) } }),
    ]
  }
}

private func joined(_ a: String, _ b: String) -> String {
  var scalars = a.unicodeScalars
  scalars.append(contentsOf: b.unicodeScalars)
  return String(scalars)
}

private func scalars(_ scalars: some Sequence<Unicode.Scalar>) -> String {
  var text = String.UnicodeScalarView()
  text.append(contentsOf: scalars)
  return String(text)
}

private func trimmed(_ text: String) -> String {
  let rest = text.unicodeScalars.drop(while: \.properties.isWhitespace)
  return scalars(rest.reversed().drop(while: \.properties.isWhitespace).reversed())
}

private func replacing(_ text: String, _ part: String, _ other: String) -> String {
  let (all, part) = (Array(text.unicodeScalars), Array(part.unicodeScalars))
  if part.isEmpty { return text }
  var (result, position) = (String.UnicodeScalarView(), 0)
  while position < all.count {
    if all[position...].starts(with: part) {
      result.append(contentsOf: other.unicodeScalars)
      position += part.count
    } else {
      result.append(all[position])
      position += 1
    }
  }
  return String(result)
}
