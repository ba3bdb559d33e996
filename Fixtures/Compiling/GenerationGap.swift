// What a machine writes of classes, and what people make of them: each refers to the other's file.

public import Foundation
public import PersistentObjects

// MARK: The machine's files

@Persistent(abstract: true) open class _Company {
  public var name: String
  @Inverse(\Person.employer) public var people: [Person]
  var head: Person?
}

@Persistent(abstract: true) open class _Person: CustomStringConvertible {
  @Column(unique: true) public var email: String
  public var age: Int = 0
  public var birthdate: Date?
  @Column(onDelete: .cascade) public var employer: Company?
  public var boss: Person?
  @Inverse(\Person.boss) public var reports: [Person]
  @Inverse(\Company.head) var headed: Company?
  public var friends: Set<Person> = []
  public var nickNames: [String: [String]] = [:]
  var place: (any PersistentObject)?
  var any: _Person?
  @Column(.version) public var version: Int
  @Column(.createdAt) public var made: Date
  private static let indices: [Index<_Person>] = [[\.email, \.age], .descending(\.age)]
  private static let rules: [Rule<_Person>] = [.notEmpty(\.email)]
}

@Persistent(abstract: true) open class _Manager: Clerk {
  var bonus: Decimal
  @Inverse(\Clerk.manager) var clerks: Set<Clerk>

  init(email: String, bonus: Decimal) {
    self.bonus = bonus
    super.init(email: email)
  }
}

@Persistent(abstract: true) open class _Clerk: Person2 {
  var manager: Manager?

  init(email: String, manager: Manager? = nil) {
    self.manager = manager
    super.init(email: email)
  }
}

// MARK: People's files

@Persistent public final class Person: _Person {
  var fullName: String { email + "!" }

  func didLoad() {}
  func willSave() throws { if age < 0 { age = 0 } }
}

@Persistent public final class Company: _Company {
  @Transient var isShown = false
  static let rules: [Rule<Company>] = [.notEmpty(\.name)]

  convenience init() { self.init(name: "") }
}

@Persistent open class Person2: _Person2 {}
@Persistent(abstract: true) open class _Person2 {
  var email: String
}

@Persistent open class Clerk: _Clerk {}
@Persistent public final class Manager: _Manager {}

enum Shop {
  @Persistent final class Order: _Order {}
  @Persistent(abstract: true) class _Order {
    var number: Int
    var lines: [Line]
    private var secret: String = "x"
  }
  @Persistent(abstract: true) class _Line {
    var order: Order
    var count = 1
  }
  @Persistent final class Line: _Line {}
}

extension PersistentObject where Self: _Person {
  static func findByAge(_ age: Int, in session: Session) throws -> [Self] {
    try find(in: session) { $0.age == age }
  }
}

// MARK: Uses

func use(_ session: Session) throws {
  let company = Company(name: "A")
  let joe = Person(email: "joe", age: 3, employer: company)
  joe.boss = Person(email: "eve")
  try session.save(joe)
  let reports: [Person] = joe.boss?.reports ?? []
  let found: [Person] = try Person.where { $0.email == "x" && $0.boss.age > 3 }
    .order(by: \.birthdate).find(in: session)
  let everybody: [_Person] = try _Person.findAll(in: session)
  let first: Person? = try Person.findFirstByEmail("joe", in: session)
  let other: _Person? = try _Person.findFirstByEmail("joe", in: session)
  let young = try Person.findByAge(3, in: session).map(\.fullName)
  let count = try Person.countByAge(3, in: session)
  let snapshot: Person.Snapshot = joe.snapshot
  print(snapshot.email, snapshot.pk as Any, reports, found, everybody, count, young, first?.fullName as Any)
  print(other as Any, company.people.map(\.fullName), company.head?.fullName as Any)
  let values = try Person.query.values(of: \.email, \.age, in: session)
  print(values.map(\.pk))
  _ = Manager(email: "m", bonus: 3).clerks
  _ = Manager.where { $0.email == "x" && $0.manager.email == "y" && $0.bonus > 1 }
  _ = Shop.Line(order: Shop.Order(number: 1, lines: [])).order.lines
  _ = joe.key.map { (key: Key<Person>) in key }
}
