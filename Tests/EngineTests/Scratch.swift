import PersistentObjects
import TestSupport
import Testing
@Test func dump() throws {
  try TemporaryStore.run { store, session in
    let joe = Person.joe()
    joe.friends = [Person.ann()]; joe.nickNames = ["a"]; joe.home = Address(city: "Paris"); joe.aliases = []
    joe.tags = ["t"]; joe.scores = ["x": 1]
    print(try store.statements { try session.save(joe) }.joined(separator: "\n"))
    joe.age = 2
    print(try store.statements { try joe.save() }.joined(separator: "\n"))
    joe.nickNames.insert("b", at: 0)
    print(try store.statements { try joe.save() }.joined(separator: "\n"))
    print(joe.debugDescription)
    let k = Keeper(name: "k", pet: Dog(name: "d"), herd: [Cat(name: "c")])
    print(try store.statements { try session.save(k) }.joined(separator: "\n"))
  }
}
