// Declarations that are unusual and right.

import Foundation
public import PersistentObjects

@Persistent /* a */ final /* b */ class /* c */ Comments /* d */ { /* e */
  var /* f */ a /* g */ : /* h */ Int /* i */ = /* j */ 0  // k
  @Column( /* l */"x" /* m */) /* n */ var b /* o */: String? /* p */  // q
  var c: /* r */ [ /* s */String /* t */: Int] = [:]  // u
  var d: [String:  // v
    Int] = [:]
  var e: Int = {  // w
    1
  }()
}

@Persistent final class Größe {
  var größe: Int = 0
  var 名前: String
  var `first name`: String = ""
  var `5×5`: Int = 25
  var `°C`: Double = 0
  var été: Größe?
}

@Persistent final class `My Class` {
  var `in`: Int = 1
  var `init`: String = ""
  var other: `My Class`?
}

@Persistent final class Names {
  var value = 0
  var index = 1
  var object: Names?
  var row = ""
  var related: [Names] = []
  var newValue = 2
  var session = ""
  var store = ""
  var state = 0
  var key = ""
  var description: String
  var hash = 0
}

@Persistent final class Shadows {
  enum Int { case one }
  struct Session: Hashable, Codable {}
  var number: Swift.Int = 0
  var session: Session
}

/// A class whose own `snapshot` is no snapshot, with subclasses that have theirs.
@Persistent class Canvas {
  var title: String
  var snapshot: String { title }
}

@Persistent final class Board: Canvas {
  var size: Swift.Int
  override var snapshot: String { "\(title), \(size), \(boardSnapshot.title)" }
  init(size: Swift.Int) {
    self.size = size
    super.init(title: "board")
  }
}

@Persistent final class Photo: Canvas {
  var size: Swift.Int
  func photoSnapshot() -> Snapshot { Snapshot(self) }
  init(size: Swift.Int) {
    self.size = size
    super.init(title: "photo")
  }
}

@Persistent open class Levels {
  public final var a: Swift.Int = 0
  open var b: String = ""
  public private(set) var c: [Levels] = []
  fileprivate var d: Level = .low
  private var e: Swift.Set<Level> = []
  static let start = 5
  var f: Swift.Int = Levels.start
  @Transient weak var g: Levels?
  @Transient lazy var h = 3
  @Transient let i = 4

  #if DEBUG
    @Transient var j = 1
  #endif
}

private enum Level: String { case low }

@Persistent final class Long {
  var a: [String: [String: [String: [String: [Swift.Int: [Swift.Int: [Swift.Int?]]]]]]] = [:]
  var b: Swift.Dictionary<Swift.String, Swift.Array<Swift.Set<Swift.Int>>>?
  var c: Long!
}

/// A plain superclass with an initializer of its own, and one without parameters.
nonisolated class Being {
  let legs: Int

  init() { legs = 2 }
  init(legs: Int) { self.legs = legs }
}

@Persistent final class Pet: Being {
  var name: String

  init(name: String, legs: Int) {
    self.name = name
    super.init(legs: legs)
  }

  override init() {
    name = ""
    super.init()
  }
}

/// A generated initializer with the parameters of a plain superclass's, which are none.
@Persistent final class Tick: NSObject {
  @Column(.createdAt) var made: Date
}

func isOrdered() -> Bool { Tick().made <= Tick().made }

/// A plain superclass whose initializer can throw.
nonisolated class Gate {
  init() throws {}
}

@Persistent final class Passage: Gate {
  var name: String

  init(name: String) throws {
    self.name = name
    try super.init()
  }
}

@Persistent final class Numbered {
  var number: Int = 0

  func hash(into hasher: inout Hasher) { hasher.combine(1) }
  static func == (left: Numbered, right: Int) -> Bool { left.number == right }
}

extension Numbered: Comparable {
  static func < (left: Numbered, right: Numbered) -> Bool { left.number < right.number }
}
