import Foundation
import PersistentObjects
import Testing

@testable import demo

@Suite struct ImporterTests {
  static let index = """
    Package: a
    Source: tools (1.0)
    Version: 1:2.0-1
    Section: utils
    Priority: optional
    Essential: yes
    Installed-Size: 3
    Size: 1234
    Depends: b (>= 1.0) | c, missing, b
    Suggests: d, e
    Provides: d, e:any (= 2)
    Homepage: https://example.org/a?b=c
    Tag: role::program,
     use::testing
    Description: a tool
    SHA256: 00ff

    Package: b
    Version: 1.5
    Section: utils
    Depends: a (<< 1)

    Package: c
    Version: 3
    Source: tools

    """

  @Test func keepsEveryField() throws {
    let store = try importedStore(Self.index)
    try store.blocking.session { session in
      let a = try #require(try Package.findByName("a", in: session).first)
      #expect(a.version.text == "1:2.0-1")
      #expect(a.priority == .optional)
      #expect(a.isEssential)
      #expect(a.size == 1234)
      #expect(a.installedSize == 3)
      #expect(a.homepage?.absoluteString == "https://example.org/a?b=c")
      #expect(a.summary == "a tool")
      #expect(a.tags == ["role::program", "use::testing"])
      #expect(a.checksums == ["SHA256": "00ff"])
      #expect(a.depends.map(\.description) == ["b (>= 1.0) | c", "missing", "b"])
      #expect(
        a.provides == [
          Provision(name: "d"),
          Provision(name: "e", architecture: "any", version: try DebianVersion("2")),
        ])
      #expect(a.otherRelations == OtherRelations(suggests: ["d", "e"]))
    }
  }

  @Test func sharesSectionsAndSources() throws {
    let store = try importedStore(Self.index)
    try store.blocking.session { session in
      let packages = try Package.query.order(by: \.name).find(in: session)
      #expect(packages[0].section === packages[1].section)
      #expect(packages[2].section == nil)
      #expect(packages[0].source === packages[2].source)
      #expect(packages[1].source?.name == "b")
      #expect(try Section.count(in: session) == 1)
      #expect(try SourcePackage.count(in: session) == 2)
    }
  }

  @Test func resolvesToTheFirstThatSatisfies() throws {
    let store = try importedStore(Self.index)
    try store.blocking.session { session in
      let packages = try Package.query.order(by: \.name).find(in: session)
      #expect(packages[0].dependencies == [packages[1]], "b once, though it is named twice")
      #expect(packages[1].dependencies.isEmpty, "a is too new")
    }
  }

  @Test func countsWhatTheDatabaseHolds() throws {
    let store = try importedStore(Self.index)
    let counts = try store.blocking.session { try IndexCounts(in: $0) }
    let numbers: [Int] = [counts.packages, counts.dependencies, counts.tags]
    #expect(numbers == [3, 4, 2])
  }

  @Test(arguments: [
    ("Priority: high", "Priority: 'high' is not a Priority"),
    ("Size: big", "Size: 'big' is not a Int"),
    ("Depends: a b", "Depends: 'a b' is not a relation"),
    ("Provides: a (>= )", "Provides:"),
    ("Provides: a (>= 1)", "Provides: 'a (>= 1)' is not a provision: '=' is expected"),
    ("Provides: a | b", "Provides: 'a | b' is not a provision: it has alternatives"),
  ])
  func namesTheLineOfABadField(field: String, message: String) {
    let error = #expect(throws: ControlFileError.self) {
      try importedStore("Package: a\nVersion: 1\n\nPackage: b\nVersion: 2\n\(field)\n")
    }
    #expect(error?.line == 6)
    #expect(error?.message.hasPrefix(message) == true, "\(String(describing: error))")
  }
}
