// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverForceUnwrap

public import Foundation
public import PersistentObjects

// Every shape of class that `@Persistent` accepts. The test is that this file compiles.

@Persistent open class OpenRoot {
  public var title: String
  open var note: String?
  package var rank = 0
  fileprivate var hidden: [String: Double] = [:]
  private var secret: Secret = .one
  private(set) var counter: Int = 3
  fileprivate(set) public var stamp: Date = Date()
  public internal(set) var ratio = 1.5
  public var isOpen = true
  public var kind = Kind.a as Kind
  public var parent: OpenRoot?
  var children: [OpenRoot] = []
  var computed: Int { counter + 1 }
  var computedToo: Int {
    get { counter }
    set { counter = newValue }
  }
  static let constant = 5
  class var overridable: Int { 1 }
  @Transient let fixed = 3
  @Transient lazy var slow = 5
  @Transient weak var delegate: OpenRoot?
  @Transient var observed = 1 { didSet { counter += 1 } }
  private enum Secret: Int, Codable { case one, two }
  public enum Kind: String, Codable, Sendable { case a, b }
  func touch() {
    secret = .two; counter += 1; hidden["x", default: 0] += 1; stamp = Date(); note?.append("x")
  }
}

@Persistent open class OpenChild: OpenRoot {
  public var extra: Int
  var tags: Set<String> = []
  public init(extra: Int) {
    self.extra = extra
    super.init(title: "child")
  }
  public convenience init() { self.init(extra: 1) }
}

@Persistent public final class GrandChild: OpenChild {
  var row: Int = 0
  var session: String = ""
  var object: String = ""
  var store: String?
  var value = 0.5
  var newValue = 1
  var initialValue = "x"
  var entity: OpenRoot?
  init(row: Int) {
    self.row = row
    super.init(extra: row)
  }
  public override var note: String? {
    get { super.note }
    set { super.note = newValue }
  }
}

@Persistent class Empty {}
@Persistent class EmptyChild: Empty { override init() { super.init() } }

@Persistent final class OwnInits {
  var name: String
  var age: Int = 3
  var friend: OwnInits?
  var friends: [OwnInits] = []
  @Transient let ignored = 1
  init(_ age: Int, name: String) {
    self.age = age
    self.name = name
  }
  convenience init() { self.init(1, name: "") }
}

@Persistent final class ConvenienceOnly {
  var name: String
  convenience init() { self.init(name: "x") }
}

@Persistent final class `default` {
  var `class`: String
  var `for`: Int = 0
  var `in`: Bool?
  var `init`: Int?
  var `self_`: Int?
  var größe = 1.5
  var 名前: String?
  var with_underscore: Int = 0
  var x2: Int = 0
  var `raw name`: Int = 0
  var homeURL: URL?
}

@Persistent final class Types {
  var a: Optional<Int>
  var b: Int! = 5
  var c: Swift.Int = 1
  var d: Foundation.Date?
  var e: [UInt8] = []
  var f: Array<String> = []
  var g: Dictionary<String, [Int]> = [:]
  var h: Set<UUID>? = nil
  var i: (Int) = 1
  var j: Decimal = 1
  var k = [String]()
  var l = [String: Int]()
  var m = Set<Int>()
  var n = UUID()
  var o = Foundation.Date()
  var p = -1
  var q = "a\(1)"
  var r = [1, 2]
  var s = ["a": 1.5]
  var t = Plain()
  var u = Nested.Deep()
  var v = URL(string: "https://a.b")!
  var w = Plain.init()
  var x: Any? = nil
  var y: NSString = ""
  var z: any Sendable = 1
  struct Nested { struct Deep: Codable, Sendable {} }
}
nonisolated struct Plain: Codable, Sendable {}

enum Namespace {
  @Persistent final class Inner {
    var outer: Outer2?; var inner: Inner?; @Persistent class Deep { var x = 1 }
  }
  @Persistent class Outer2 { var inner: Inner? }
}
extension Namespace { @Persistent class InExtension { var x: Int } }
public struct PublicSpace {}
public extension PublicSpace { @Persistent class InPublic { public var x: Int } }
public let inPublic = PublicSpace.InPublic.self

@Persistent private class FilePrivate { var name: String; private var other: Int = 0 }
@Persistent fileprivate final class FilePrivate2 {
  var name: String; private var other: Mine = .init(); private struct Mine: Codable {}
}
package enum PackageKind: String, Codable { case standard }
@Persistent package class PackageDefaults {
  package var kind: PackageKind = .standard
  package var size: Int = if PackageKind.standard.rawValue.isEmpty { 1 } else { 2 }
}
@Persistent package class PackageClass { package var name: String; public var other: PackageClass? }

// Names of the engine in a scope of their own, so that the tests of this module can use the
// engine's.
enum Shadowing {
  @Persistent final class Session { var index: Index?; var name: String? }
  @Persistent final class Index { var session: Session? }
  @Persistent final class Store { var session: Session?; var key = 1 }
}

// Names that are common in generic code. Names of scalars are refused where they would hide these.
enum Generics {
  @Persistent class Root { var name: String; var value: Value? }
  @Persistent class Value: Root { var root: Root?; init() { super.init(name: "") } }
  @Persistent final class Element: Value {
    var values: [Value] = []
    override init() { super.init() }
  }
  @Persistent final class Data { var name: String }
  static func name(_ element: Element) -> String { element.elementSnapshot.name }
}

@Persistent final class Husband { var wife: Wife? }
@Persistent final class Wife { var husband: Husband?; var exes: [Husband] = [] }

@Persistent final class Node2: NSObject { var name: String = ""; var child: Node2? }
@Persistent class Conforming: PersistentObject, Comparing {
  var name: String
  static func < (a: Conforming, b: Conforming) -> Bool { a.name < b.name }
}
nonisolated protocol Comparing {}
nonisolated protocol Named { var name: String { get set } }
@Persistent final class Witness: Named, CustomDebugStringConvertible {
  var name: String; var description: String; var debugDescription: String { "" }
}
@Persistent(table: "people", renamedFrom: "persons") final class Renamed {
  @Column("na\"me", renamedFrom: "n") var name: String
  @Column(renamedFrom: "a") var age = 0
  @Column(nil) var b: Int?
  #if DEBUG
    @Transient var cached = 1
    static let indices: [PersistentObjects.Index<Renamed>] = [[\.name]]
  #else
    static let indices: [PersistentObjects.Index<Renamed>] = [[\.name, \.age]]
  #endif
}
func use(_ session: PersistentObjects.Session) throws {
  let o = OpenChild(extra: 1); o.touch()
  _ = FilePrivate(name: "").snapshot
  _ = FilePrivate2(name: "x")
  _ = try FilePrivate.findByName("", in: session)
  _ = Node2(name: "x")
  _ = Conforming(name: "x")
  _ = `default`(class: "x").größe
  _ = try `default`.findByFor(1, in: session)
  _ = try `default`.`findByRaw name`(1, in: session)
  _ = GrandChild(row: 1).grandChildSnapshot.title
  _ = GrandChild(row: 1).grandChildSnapshot.extra
  _ = Types(a: 1)
}
@Persistent public final class PublicDefaults {
  public var kind: Kind = .standard
  public var made = Date()
  public var id: Int = nextID2()
  public struct Kind: Codable, Sendable { static let standard = Kind() }
}
nonisolated func nextID2() -> Int { 1 }
