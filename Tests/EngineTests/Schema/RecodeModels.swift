import PersistentObjects
import TestSupport

// One class in several versions of a program: with the codec `hex-color`, and with others.

/// The number of a colour, as INTEGER: `#00000a` is 10.
struct NumberColor: ColumnCodec {
  let identifier = CodecIdentifier("number-color")
  let storage = StorageClass.integer

  func encode(_ color: Color, into column: inout ColumnWriter) throws {
    guard let number = Int64(color.hex.dropFirst(), radix: 16) else {
      throw CodecError("'\(color.hex)' is no number")
    }
    column.write(number)
  }

  func decode(from column: borrowing ColumnReader) throws -> Color {
    Color(number: Int(try column.integer()))
  }
}

/// TEXT in upper case: colours that differ only in case have one form.
struct LoudColor: ColumnCodec {
  var identifier = CodecIdentifier("loud-color")
  let storage = StorageClass.text

  func encode(_ color: Color, into column: inout ColumnWriter) throws {
    column.write(color.hex.uppercased())
  }

  func decode(from column: borrowing ColumnReader) throws -> Color {
    Color(hex: try column.text())
  }
}

extension Color {
  init(number: Int) {
    let digits = String(number, radix: 16)
    self.init(hex: "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits)
  }
}

/// The original class. Its collections' elements have the registry's codec.
enum Before {
  static let codecs = CodecRegistry.standard.registering(HexColor())

  @Persistent final class Paint {
    var name: String
    @Column(codec: HexColor()) var color: Color?
    var shades: [Color] = []
    var mixes: Set<Color> = []
    var uses: [Color: Color] = [:]
    var notes: [Color?]?
    @Transient var life = Lifetime()
  }
}

/// The version with numbers.
enum Numbered {
  static let codecs = CodecRegistry.standard.registering(NumberColor())

  @Persistent final class Paint {
    var name: String
    @Column(codec: NumberColor()) var color: Color?
    var shades: [Color] = []
    var mixes: Set<Color> = []
    var uses: [Color: Color] = [:]
    var notes: [Color?]?
    @Transient var life = Lifetime()
    static let indices: [Index<Paint>] = [[\.color]]
  }
}

/// The version with other texts.
enum Loud {
  static let codecs = CodecRegistry.standard.registering(LoudColor())

  @Persistent final class Paint {
    var name: String
    @Column(codec: LoudColor()) var color: Color?
    var shades: [Color] = []
    var mixes: Set<Color> = []
    var uses: [Color: Color] = [:]
    var notes: [Color?]?
    @Transient var life = Lifetime()
  }
}

/// The version with new names, a new column, and numbers.
enum Moved {
  @Persistent(renamedFrom: "paint") final class Varnish {
    @Column(renamedFrom: "name") var title: String
    @Column(codec: NumberColor(), renamedFrom: "color") var tone: Color?
    @Column(renamedFrom: "mixes") var blends: Set<Color> = []
    @Column(renamedFrom: "uses") var duties: [Color: Color] = [:]
    var price: Int = 5
    @Transient var life = Lifetime()
  }
}

extension Color {
  fileprivate static let darkest = Color(hex: "#000001")
}

/// A column with a default value and a unique index, and one that changes its type.
enum Tagged {
  @Persistent(table: "tagged") final class Old {
    @Column(codec: HexColor()) var color: Color = .darkest
    var age: String?
    @Transient var life = Lifetime()
    static let indices: [Index<Old>] = [.unique(\.color), [\.age]]
  }

  @Persistent(table: "tagged") final class New {
    @Column(codec: NextColor()) var color: Color = .darkest
    var age: Int?
    @Transient var life = Lifetime()
    static let indices: [Index<New>] = [.unique(\.color), [\.age]]
  }
}

/// Writes the number after that of a colour, so that each new form is the old form of another
/// colour.
struct NextColor: ColumnCodec {
  let identifier = CodecIdentifier("next-color")
  let storage = StorageClass.text

  func encode(_ color: Color, into column: inout ColumnWriter) throws {
    let number = Int(color.hex.dropFirst(), radix: 16) ?? 0
    column.write(Color(number: number + 1).hex)
  }

  func decode(from column: borrowing ColumnReader) throws -> Color {
    let number = Int(try column.text().dropFirst(), radix: 16) ?? 0
    return Color(number: number - 1)
  }
}

/// A codec in two versions, the second of which may read the first.
enum Graded {
  struct Codec: ColumnCodec {
    let version: Int
    var readsOlder = true
    var identifier: CodecIdentifier { CodecIdentifier("graded", version: version) }
    let storage = StorageClass.text

    func encode(_ value: Int, into column: inout ColumnWriter) {
      column.write("v\(version):\(value)")
    }

    func decode(from column: borrowing ColumnReader) throws -> Int {
      let parts = try column.text().split(separator: ":")
      guard parts.count == 2, let value = Int(parts[1]), readsOlder || parts[0] == "v\(version)"
      else { throw CodecError("'\(try column.text())' is of another version") }
      return value
    }

    func canRead(version: Int) -> Bool {
      readsOlder ? version <= self.version : version == self.version
    }
  }

  @Persistent(table: "graded") final class One {
    @Column(codec: Codec(version: 1)) var mark: Int
    @Transient var life = Lifetime()
  }

  @Persistent(table: "graded") final class Two {
    @Column(codec: Codec(version: 2)) var mark: Int
    @Transient var life = Lifetime()
  }

  @Persistent(table: "graded") final class Strict {
    @Column(codec: Codec(version: 2, readsOlder: false)) var mark: Int
    @Transient var life = Lifetime()
  }
}

/// A class with a subclass.
enum Family {
  @Persistent(table: "base") class OldBase {
    @Column(codec: HexColor()) var color: Color
    @Transient var life = Lifetime()
  }

  @Persistent(table: "derived") final class OldDerived: OldBase {
    init(_ color: Color) { super.init(color: color) }
  }

  @Persistent(table: "base") class Base {
    @Column(codec: NumberColor()) var color: Color
    @Transient var life = Lifetime()
  }

  @Persistent(table: "derived") final class Derived: Base {
    init(_ color: Color) { super.init(color: color) }
  }
}

/// The version with whole degrees.
enum WholeDegrees {
  @Persistent final class Thermometer {
    var readings: [Int]
    var peaks: [String: Int]
    var labels: [String]
  }
}

/// The version with thousandths of degrees, and with labels that end with an exclamation mark.
enum Millidegrees {
  @Persistent final class Thermometer {
    var readings: [Value]
    var peaks: [String: Value]
    var labels: [Label]
  }

  struct Value: ColumnStorable {
    let number: Int
    static var columnCodec: ValueCodec { ValueCodec() }
  }

  struct ValueCodec: DerivedColumnCodec {
    let identifier = CodecIdentifier("millidegrees")
    let base = IntCodec()
    func baseValue(of value: Value) -> Int { value.number }
    func value(of base: Int) -> Value { Value(number: base) }
  }

  struct Label: ColumnStorable {
    let text: String
    static var columnCodec: LabelCodec { LabelCodec() }
  }

  struct LabelCodec: DerivedColumnCodec {
    let identifier = CodecIdentifier("exclaimed-label")
    let base = StringCodec()
    func baseValue(of label: Label) -> String { label.text }
    func value(of base: String) -> Label { Label(text: base) }
  }
}

/// Dictionaries of objects of a class that has subclasses, and of the same class without them.
enum Gallery {
  @Persistent(table: "painting") class Open {
    var name: String
    @Transient var life = Lifetime()
  }

  @Persistent(table: "print") final class Print: Open {
    init(_ name: String) { super.init(name: name) }
  }

  @Persistent(table: "painting") final class Closed {
    var name: String
    @Transient var life = Lifetime()
  }

  @Persistent(table: "wall") final class OpenWall {
    var places: [Color: Open] = [:]
    @Transient var life = Lifetime()
  }

  @Persistent(table: "wall") final class ClosedWall {
    var places: [Color: Closed] = [:]
    @Transient var life = Lifetime()
  }
}
