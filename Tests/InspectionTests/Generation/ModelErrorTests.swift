import Foundation
import PersistentObjectsGeneration
import PersistentObjectsInspection
import TestSupport
import Testing

/// The errors of models from which no classes can be made.
@Suite struct ModelErrorTests {
  @Test func jsonMayBeginWithManyBlanks() throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    try (String(repeating: " \n", count: 20) + "{\"a\": 1}")
      .write(toFile: file.path, atomically: true, encoding: .utf8)
    guard case .json = try ModelSource(path: file.path) else {
      Issue.record("it is taken for a database")
      return
    }
  }

  private func problems(_ json: String) -> [String] {
    do {
      _ = try StoreModel(json: Data(json.utf8), source: "model.json")
      return []
    } catch let error as ModelError {
      return error.problems
    } catch {
      return ["\(error)"]
    }
  }

  /// A model of one class with the given members.
  private func problems(inClass members: String, _ others: String = "") -> [String] {
    problems("{\"format\": 1, \"classes\": [{\"name\": \"Person\", \(members)}\(others)]}")
  }

  /// A model of one class with one property, which has the given members.
  private func problems(inProperty members: String) -> [String] {
    problems(
      inClass: "\"properties\": [{\"name\": \"home\", \(members)}]",
      ", {\"name\": \"Address\", \"properties\": [{\"name\": \"owner\", \"type\": \"Person\"}]}")
  }

  @Test(arguments: [
    (
      "",
      "it is not valid JSON: a value is expected at byte 1; see the page Generation for the format"
    ),
    ("[]", "it must be an object, not a list"),
    ("{\"format\": \"1\", \"classes\": []}", "\"format\": it must be a whole number, not a text"),
    ("{\"format\": 1, \"classes\": {}}", "\"classes\": it must be a list, not an object"),
    (
      "{\"format\": 1, \"classes\": [{\"name\": null}]}",
      "class number 1, \"name\": it must be a text, not null"
    ),
    ("{\"format\": 1}", "\"classes\" is missing"),
    ("{\"classes\": []}", "\"format\" is missing"),
    ("{\"format\": 2, \"classes\": []}", "format 2 is not supported; this version reads 1"),
    ("{\"format\": 1, \"classes\": [{}]}", "class number 1: \"name\" is missing"),
    (
      "{\"format\": 1, \"classes\": [{\"name\": \"A\", \"properties\": [{\"name\": \"b\"}]}]}",
      "class A, property b: \"type\" is missing"
    ),
  ])
  func whatCannotBeReadIsSaidWithItsPlace(json: String, problem: String) {
    #expect(problems(json) == [problem])
  }

  @Test func aTypeThatIsNoneIsSaidWithItsPlace() {
    #expect(
      problems(inProperty: "\"type\": \"[Int\"").first?
        .hasPrefix("class Person, property home, \"type\": '[Int' is not a type of a property")
        == true
    )
    #expect(
      problems(inProperty: "\"type\": 3").first?.hasPrefix("class Person, property home, \"type\":")
        == true)
    let nan = problems(inProperty: "\"type\": \"Double\", \"default\": {\"real\": \"nan\"}")
    #expect(nan.first?.hasSuffix("'nan' is not a number") == true, "\(nan)")
    #expect(
      problems(inProperty: "\"type\": \"Int\", \"onDelete\": \"explode\"").first?
        .hasPrefix("class Person, property home, \"onDelete\":") == true)
    #expect(
      problems(inProperty: "\"type\": \"Int\", \"role\": \"boss\"") == [
        "class Person, property home, \"role\": 'boss' is not one of version, createdAt, updatedAt"
      ])
    #expect(
      problems(inProperty: "\"type\": \"Data\", \"default\": {\"bytes\": \"A!\"}") == [
        "class Person, property home, \"default\", \"bytes\": the text is not base 64"
      ])
    #expect(
      problems(inProperty: "\"type\": \"Int\", \"unique\": 1") == [
        "class Person, property home, \"unique\": it must be true or false, not an integer"
      ])
  }

  @Test func keysThatMeanNothingAreSaid() {
    let found = problems(
      """
      {"format": 1, "clases": [], "classes": [{"name": "Person", "propertys": [], "properties": [
        {"name": "age", "type": "Int", "nullable": true, "codec": {"name": "integer", "size": 4}}],
        "indices": [{"columns": ["age"], "partial": true}]}], "types": [{"name": "A", "b": 1}]}
      """)
    #expect(
      found.map { String($0.prefix { $0 != ";" }) } == [
        "there is no key \"clases\"", "class Person: there is no key \"propertys\"",
        "class Person, property age: there is no key \"nullable\"",
        "class Person, property age, \"codec\": there is no key \"size\"",
        "class Person, index number 1: there is no key \"partial\"",
        "type A: there is no key \"b\"",
      ])
    #expect(found.first?.hasSuffix("the keys are format, types, classes, nextKeys") == true)
  }

  @Test(arguments: [
    ("\"type\": \"Adress\"", "there is no class or type \"Adress\"; describe the class"),
    ("\"type\": \"Range<Address>\"", "there is no class or type"),
    ("\"type\": \"ClosedRange<Data>\"", "there is no class or type"),
    ("\"type\": \"StoredValue\"", "a StoredValue needs a codec"),
    ("\"type\": \"Int??\"", "a type can have at most one ?"),
    ("\"type\": \"[Address?]\"", "references in a collection cannot be optional"),
    ("\"type\": \"Set<Int?>\"", "members of a set cannot be optional"),
    ("\"type\": \"[Int?: Int]\"", "keys cannot be optional"),
    ("\"type\": \"[Address: Int]\"", "keys are values, not objects"),
    ("\"type\": \"Set<any PersistentObject>\"", "members of a set cannot be objects of any class"),
    (
      "\"type\": \"Int\", \"codec\": {\"name\": \"hex\"}",
      "the codec \"hex\" is not known for Int"
    ),
    ("\"type\": \"Int\", \"codec\": {\"name\": \"date-real\"}", "is not known for Int"),
    (
      "\"type\": \"Address\", \"codec\": {\"name\": \"json\"}",
      "objects are stored as references, without a codec"
    ),
    (
      "\"type\": \"Int\", \"codec\": {\"name\": \"x\", \"type\": \"A()\"}",
      "the codec's type \"A()\" is not a name in Swift"
    ),
    (
      "\"type\": \"StoredValue\", \"codec\": {\"name\": \"x\", \"storage\": \"txt\"}",
      "the codec's storage \"txt\" is not one of"
    ),
    (
      "\"type\": \"StoredValue\", \"codec\": {\"name\": \"x\", \"version\": 1, \"oldestVersion\": 2}",
      "the codec's name is empty, or its versions"
    ),
    ("\"type\": \"Int\", \"onDelete\": \"cascade\"", "only stored references can have rules"),
    ("\"type\": \"[Address]\", \"onDelete\": \"cascade\"", "a collection cannot cascade"),
    ("\"type\": \"Address\", \"onDelete\": \"nullify\"", "'nullify' needs an optional reference"),
    ("\"type\": \"Double\", \"role\": \"version\"", "a version must be an Int"),
    ("\"type\": \"String\", \"role\": \"createdAt\"", "a time must be a Date or a Date?"),
    (
      "\"type\": \"Int\", \"inverse\": \"owner\"",
      "an inverse must be an optional, an array or a set"
    ),
    ("\"type\": \"[Address]\", \"inverse\": \"x\"", "Address has no stored property \"x\""),
    ("\"type\": \"[Person]\", \"inverse\": \"home\"", "Person has no stored property \"home\""),
    ("\"type\": \"[Int]\", \"unique\": true", "a collection cannot be unique"),
    ("\"type\": \"[Int]\", \"default\": 3", "only an optional collection can have a default"),
    ("\"type\": \"Int\", \"default\": \"q\"", "its default value is not a stored Int"),
    ("\"type\": \"Int\", \"default\": 1.5", "its default value is not a stored Int"),
    ("\"type\": \"String\", \"default\": 5", "its default value is not a stored String"),
    ("\"type\": \"Bool?\", \"default\": 7", "its default value is not a stored Bool"),
    ("\"type\": \"UInt8\", \"default\": 999", "its default value is out of the range of UInt8"),
    ("\"type\": \"Int\", \"column\": \"pk\"", "the column 'pk' belongs to the key"),
    ("\"type\": \"Int\", \"column\": \"\"", "a column needs a name"),
    ("\"type\": \"Int\", \"column\": \"_persistent_x\"", "is reserved"),
  ])
  func aPropertyThatCannotBeIsSaid(members: String, problem: String) throws {
    let problems = problems(inProperty: members)
    #expect(problems.first?.hasPrefix("class Person, property home: ") == true, "\(problems)")
    #expect(problems.first?.contains(problem) == true, "\(problems)")
  }

  @Test(arguments: [
    ("\"superclass\": \"Being\"", "there is no class \"Being\" to inherit from"),
    ("\"superclass\": \"Person\"", "it inherits from itself"),
    ("\"table\": \"sqlite_x\"", "is reserved"),
    ("\"indices\": [{\"columns\": [\"age\"]}]", "it names something that is neither a property"),
    ("\"indices\": [{\"columns\": []}]", "an index must have columns"),
    (
      "\"properties\": [{\"name\": \"a\", \"type\": \"Int\"}], "
        + "\"indices\": [{\"columns\": [\"a\", \"a DESC\"]}]", "it names a twice"
    ),
    (
      "\"properties\": [{\"name\": \"a\", \"type\": \"Int\"}, {\"name\": \"a\", \"type\": \"Int\"}]",
      "two properties have this name"
    ),
    (
      "\"properties\": [{\"name\": \"aB\", \"type\": \"Int\"}, {\"name\": \"AB\", \"type\": \"Int\"}]",
      "only in the case of the first letter"
    ),
    (
      "\"properties\": [{\"name\": \"a\", \"type\": \"Int\"}, {\"name\": \"_a\", \"type\": \"Int\"}]",
      "only in an underscore"
    ),
    (
      "\"properties\": [{\"name\": \"aB\", \"type\": \"Int\"}, {\"name\": \"a_b\", \"type\": \"Int\"}]",
      "the column 'a_b' also belongs to another property"
    ),
    (
      "\"properties\": [{\"name\": \"a\", \"type\": \"Int\", \"role\": \"version\"}, "
        + "{\"name\": \"b\", \"type\": \"Int\", \"role\": \"version\"}]",
      "property b: a class has one version, which counts all changes; a is already the version"
    ),
    (
      "\"properties\": [{\"name\": \"a-{\", \"type\": \"Int\"}]",
      "no property can be called \"a-{\""
    ),
    ("\"properties\": [{\"name\": \"pk\", \"type\": \"Int\"}]", "no property can be called \"pk\""),
    (
      "\"properties\": [{\"name\": \"a\", \"type\": \"Int\"}], "
        + "\"indices\": [{\"columns\": [\"a\"], \"condition\": \"a = 1; DROP TABLE b\"}]",
      "the condition is not an SQL expression"
    ),
  ])
  func aClassThatCannotBeIsSaid(members: String, problem: String) {
    let problems = problems(inClass: members)
    #expect(
      problems.contains { $0.hasPrefix("class Person") && $0.contains(problem) }, "\(problems)")
  }

  @Test func aSecondVersionInASubclassIsSaid() {
    let problems = problems(
      """
      {"format": 1, "classes": [
        {"name": "Base", "properties": [{"name": "a", "type": "Int", "role": "version"}]},
        {"name": "Sub", "superclass": "Base",
          "properties": [{"name": "b", "type": "Int", "role": "version"}]}]}
      """)
    #expect(
      problems == [
        "class Sub, property b: a class has one version, which counts all changes; a is already the version"
      ])
  }

  @Test func allThatIsWrongIsSaidAtOnce() {
    let found = problems(
      """
      {"format": 1, "types": [{"name": "Person"}], "classes": [
        {"name": "Person"}, {"name": "_Person"}, {"name": "Date"}, {"name": "Snapshot"},
        {"name": "A { }"}, {"name": "A", "table": "PERSON"}, {"name": "B", "superclass": "C"},
        {"name": "C", "superclass": "B"}]}
      """)
    #expect(
      found == [
        "class Person: two types have this name; give one of them another",
        "class Person: the generated class is called _Person, which is the name of another class",
        "class Date: the name means another type; give the class another one",
        "class Snapshot: the name means another type; give the class another one",
        "class A { }: \"A { }\" is not a name in Swift",
        "class A: the class Person also has the table 'PERSON'; give one of them another",
        "class B: it inherits from itself", "class C: it inherits from itself",
      ])
  }

  @Test func aGeneratedClassNamedLikeAnotherOneIsSaid() {
    let problems = problems(
      """
      {"format": 1, "classes": [{"name": "Value"}, {"name": "ValueClass"}, {"name": "Values"}]}
      """)
    #expect(
      problems == [
        "class ValueClass: the generated class is called _ValueClass, like that of Value; rename one of the two"
      ])
  }

  @Test func aNameThatIsHiddenInAScopeIsSaid() {
    let problems = problems(
      """
      {"format": 1, "classes": [{"name": "Order"}, {"name": "Shop.Order", "table": "shop_order"}]}
      """)
    #expect(
      problems == [
        "class Shop.Order: inside Shop another Order could not be named; nest that one as well, or rename one"
      ])
  }

  @Test func aScopeThatWouldHideATypeIsSaid() {
    let problems = problems(
      """
      {"format": 1, "types": [{"name": "Date.Era"}], "classes": [
        {"name": "Swift.Order", "table": "a"}, {"name": "String.Kind", "table": "b"},
        {"name": "Foundation.Order", "table": "c"}]}
      """)
    #expect(
      problems == [
        "class Swift.Order: the scope Swift has the name of another type; give it another one",
        "class String.Kind: the scope String has the name of another type; give it another one",
        "class Foundation.Order: the scope Foundation has the name of another type; give it another one",
      ])
  }

  @Test func aModelIsTheSameThroughJSON() throws {
    let model = try ModelSource(path: GoldenFolder("Shop").model).model()
    let json = try model.json()
    #expect(try StoreModel(json: Data(json.utf8), source: "") == model)
  }
}
