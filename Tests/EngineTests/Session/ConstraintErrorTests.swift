import Foundation
import PersistentObjects
import TestSupport
import Testing

@Persistent final class Member {
  var email: String?
  var club: String
  var number: Int
  var guest: Member?
  static let indices: [Index<Member>] = [.unique(\.email), .unique(\.club, \.number)]
}

/// The errors thrown when the database refuses a row.
@Suite struct ConstraintErrorTests {
  @Test func namesThePropertyAndTheRowInTheWay() throws {
    try TemporaryStore.run { temporary, session in
      let ann = Member(email: "ann@a.org", club: "A", number: 1)
      try session.given(ann)
      let joe = Member(email: "ann@a.org", club: "A", number: 2)
      temporary.statements.clear()
      let error = try #require(failure { try session.save(joe) })
      #expect(error.code == .constraintViolated)
      #expect(error.context.property == "email" && error.context.className == "Member")
      #expect(error.context.column == "email" && error.context.pk == nil)
      #expect(error.constraint?.kind == .unique)
      #expect(error.constraint?.properties == ["email"])
      #expect(error.constraint?.conflictingPK == ann.pk)
      #expect(
        error.message == """
          email must be unique, and the row with pk 1 already has this value; change one of the \
          two, or use upsert(_:by:) to write to the existing row
          """)
      #expect(!error.description.contains("ann@a.org"))
      #expect(temporary.statements.all.count { $0.hasPrefix("SELECT pk FROM member") } == 1)
      #expect(joe.state == .new)
    }
  }

  @Test func namesAllPropertiesOfAnIndexAndTheRowOfAnUpdate() throws {
    try TemporaryStore.run { temporary, session in
      let ann = Member(club: "A", number: 1)
      let joe = Member(club: "A", number: 2)
      try session.given(ann, joe)
      joe.number = 1
      let error = try #require(failure { try session.save() })
      #expect(error.constraint?.properties == ["club", "number"])
      #expect(error.constraint?.conflictingPK == 1)
      #expect(error.context.property == nil && error.context.pk == 2)
      #expect(error.message.hasPrefix("club and number must be unique taken together, and the row"))
      #expect(joe.state == .changed && joe.number == 1)
      joe.number = 3
      try session.save()
      let rows = try temporary.rows("SELECT number FROM member ORDER BY pk")
      #expect(rows == ["1", "3"])
    }
  }

  @Test func namesNoRowWhereSeveralHaveTheValues() throws {
    try TemporaryStore.run { _, session in
      try session.makeTables(for: Member.self)
      // A partial unique index of another program.
      try session.execute("DROP INDEX unique_member_email")
      try session.execute("CREATE UNIQUE INDEX own ON member (email) WHERE number > 1")
      let members = [1, 2].map { Member(email: "x", club: "A", number: $0) }
      try session.save(contentsOf: members)
      let error = try #require(
        failure { try session.save(Member(email: "x", club: "A", number: 3)) })
      #expect(error.constraint?.properties == ["email"])
      #expect(error.constraint?.conflictingPK == nil)
      #expect(error.message.contains("another row already has this value"))
    }
  }

  /// The row in the way is undone with the save.
  @Test func namesNoRowOfTheSameSave() throws {
    try TemporaryStore.run { _, session in
      let members = [1, 2].map { Member(email: "x", club: "A", number: $0) }
      let inserting = failure { try session.save(contentsOf: members) }
      #expect(inserting?.constraint?.properties == ["email"])
      #expect(inserting?.constraint?.conflictingPK == nil)
      #expect(inserting?.message.contains("another row already has this value") == true)
      members[0].email = nil
      try session.save(members[0])
      members[0].email = "x"
      let updating = failure { try session.save(contentsOf: members) }
      #expect(updating?.constraint?.properties == ["email"])
      #expect(updating?.constraint?.conflictingPK == nil)
    }
  }

  @Test func namesThePropertyThatMayNotBeNull() throws {
    try TemporaryStore.run { _, session in
      try session.makeTables(for: Member.self)
      try session.execute("DROP TABLE member")
      try session.execute(
        """
        CREATE TABLE member (pk INTEGER PRIMARY KEY, email TEXT NOT NULL, club TEXT, \
        number INTEGER, guest INTEGER)
        """)
      let error = try #require(failure { try session.save(Member(club: "A", number: 1)) })
      #expect(error.constraint?.kind == .notNull)
      #expect(error.context.property == "email")
      #expect(error.message == "email must have a value: the table's column does not allow NULL")
    }
  }

  @Test(.onSQLite) func namesTheReferenceThatPointsNowhere() throws {
    try TemporaryStore.run { _, session in
      let ann = Member(club: "A", number: 1)
      try session.given(ann)
      let error = try #require(
        failure {
          try session.transaction { try session.execute("UPDATE member SET guest = 9") }
        })
      #expect(error.code == .constraintViolated && error.constraint?.kind == .foreignKey)
      #expect(error.context.className == "Member" && error.context.property == "guest")
      #expect(error.context.pk == ann.pk && error.context.column == "guest")
      #expect(
        error.message.hasPrefix("Member.guest in the row with pk 1 refers to a row of member"))
    }
  }
}
