import Foundation
import PersistentObjects
import TestSupport
import Testing

@Persistent final class Strip {
  var text: String
}

/// `LIKE` takes a text to end at its first NUL; Swift does not.
@Suite struct NULSearchTests {
  private static let texts = [
    "a\0b", "A\0B", "\0", "", "ab", "a\0", "\0b", "ä\0Ö_%\\", "%_\\", "a\0\0bab", "aab\0aab",
  ]

  private func found(
    _ condition: (Columns<Strip>) -> Condition, in session: Session
  ) throws -> Set<String> { Set(try Strip.where(condition).find(in: session).map(\.text)) }

  private func expected(_ holds: (String) -> Bool) -> Set<String> { Set(Self.texts.filter(holds)) }

  /// Returns the bytes of a text with ASCII letters in lower case, as SQL compares them.
  private func folded(_ text: String) -> [UInt8] {
    text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
  }

  private func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    part.isEmpty || text.indices.contains { text[$0...].starts(with: part) }
  }

  @Test(.onSQLite, arguments: ["b", "a", "B", "ab", "", "Ö", "%", "_", "\\", "ä", "aab"])
  func searchesSeeTheWholeText(part: String) throws {
    try TemporaryStore.run { _, session in
      try session.save(contentsOf: Self.texts.map { Strip(text: $0) })
      let (bytes, small) = (Array(part.utf8), folded(part))
      #expect(
        try found({ $0.text.contains(part) }, in: session)
          == expected { contains(Array($0.utf8), bytes) })
      #expect(
        try found({ $0.text.contains(part, ignoringCase: true) }, in: session)
          == expected { contains(folded($0), small) })
      #expect(
        try found({ $0.text.hasSuffix(part) }, in: session)
          == expected { Array($0.utf8).suffix(bytes.count) == bytes[...] })
      #expect(
        try found({ $0.text.hasSuffix(part, ignoringCase: true) }, in: session)
          == expected { folded($0).suffix(small.count) == small[...] })
      #expect(
        try found({ $0.text.hasPrefix(part, ignoringCase: true) }, in: session)
          == expected { folded($0).starts(with: small) })
    }
  }

  @Test(
    .onSQLite,
    arguments: [
      ("a_b", ["a\0b", "A\0B"]), ("%b", ["a\0b", "A\0B", "ab", "\0b", "a\0\0bab", "aab\0aab"]),
      ("_", ["\0"]), ("ä_ö%", []), ("ä_Ö%", ["ä\0Ö_%\\"]), ("%b_a%b", ["aab\0aab"]),
      ("a%a%b", ["a\0\0bab", "aab\0aab"]), ("", [""]), ("%", texts), ("__\\%", ["%_\\"]),
    ])
  func patternsOfCriteriaSeeTheWholeText(pattern: String, found: [String]) throws {
    try TemporaryStore.run { _, session in
      try session.save(contentsOf: Self.texts.map { Strip(text: $0) })
      let texts = try Strip.find("text LIKE \(pattern)", in: session).map(\.text)
      #expect(Set(texts) == Set(found))
    }
  }

  @Test(.onSQLite) func likeIsOtherwiseThatOfSQLite() throws {
    try TemporaryStore.run { (store, _) throws in
      func value(_ sql: Criteria) throws -> String { try store.rows(sql)[0] }
      #expect(try value("SELECT NULL LIKE 'a'") == "NULL")
      #expect(try value("SELECT 'a' LIKE NULL") == "NULL")
      #expect(try value("SELECT 12.5 LIKE '1_.5'") == "1")
      #expect(try value("SELECT x'6162' LIKE 'AB'") == "1")
      #expect(try value("SELECT 'a%' LIKE 'aä%' ESCAPE 'ä'") == "1")
      #expect(try value("SELECT 'ab' LIKE 'aä%' ESCAPE 'ä'") == "0")
      #expect(try value("SELECT 'a' LIKE 'a\\' ESCAPE '\\'") == "0")
      #expect(try value("SELECT 'éa' LIKE '_A'") == "1")
      #expect(try value("SELECT 'é' LIKE 'É'") == "0")
      #expect(failure { _ = try value("SELECT 'a' LIKE 'a' ESCAPE 'xy'") } != nil)
      #expect(failure { _ = try value("SELECT 'a' LIKE hex(zeroblob(30000))") } != nil)
    }
  }
}
