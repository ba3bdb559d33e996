import Foundation
import PersistentObjectsKeyedArchive
import Testing

/// The names of classes and types in archives, and that a value of one type is not read as another.
struct KeyedArchiveNamingTests {
  // MARK: Classes

  @Test func aRenamedClassReadsTheArchivesOfAllItsNames() throws {
    for old in [Figure(1), FigureOfOld(1), FigureOfYore(1)] as [any NSObject & NSCoding] {
      let bytes = try archive(old)
      #expect(try unarchive(Figure.self, bytes).size == 1)
    }
  }

  @Test func aSubclassDoesNotInheritFormerNames() throws {
    let bytes = try KeyedArchive.archive(object: RoundFigure(2))
    #expect(try unarchive(Figure.self, bytes) is RoundFigure)
    let old = try KeyedArchive.archive(object: FigureOfOld(1))
    #expect(type(of: try unarchive(Figure.self, old)) == Figure.self)
    let error = #expect(throws: KeyedArchiveError.self) { try unarchive(RoundFigure.self, old) }
    #expect(error?.code == .classNotAllowed)
  }

  @Test func twoClassesWithOneNameAreAnError() throws {
    let bytes = try KeyedArchive.archive(object: FigureOfOld(1))
    let error = #expect(throws: KeyedArchiveError.self) {
      try unarchive(Figure.self, bytes, [FigureOfOld.self])
    }
    #expect(error?.code == .cannotArchive)
  }

  @Test func aNestedClassKeepsItsWholeName() throws {
    let bytes = try KeyedArchive.archive(object: Outer.Inner())
    #expect(String(decoding: bytes, as: UTF8.self).contains("CodecTests.Outer.Inner"))
    _ = try unarchive(Outer.Inner.self, bytes)
  }

  @Test func foundationFindsAClassByItsDeclaredName() throws {
    let bytes = try KeyedArchive.archive(object: Figure(7))
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(bytes))
    unarchiver.requiresSecureCoding = false
    unarchiver.setClass(Figure.self, forClassName: "Figure")
    #expect((unarchiver.decodeObject(forKey: "root") as? Figure)?.size == 7)
    // Foundation writes the class's own name, which is one of its former ones.
    #expect(try unarchive(Figure.self, try foundationArchive(Figure(8))).size == 8)
  }

  private func archive<Object: NSObject & NSCoding>(_ object: Object) throws -> [UInt8] {
    try KeyedArchive.archive(object: object)
  }

  // MARK: Types

  @Test func anArchiveOfAnotherNamedTypeIsRefused() throws {
    let settings = try KeyedArchive.archive(Settings(theme: "dark"))
    expectUnexpectedType { try unarchive(Preferences.self, settings) }
    expectUnexpectedType { try unarchive(Unnamed.self, settings) }
    #expect(try unarchive(Settings.self, settings).theme == "dark")
  }

  @Test func aRenamedTypeReadsItsOldArchives() throws {
    let old = try KeyedArchive.archive(OldSettings(theme: "light"))
    #expect(try unarchive(Settings.self, old).theme == "light")
    let unnamed = try KeyedArchive.archive(Unnamed(theme: "none"))
    #expect(try unarchive(Settings.self, unnamed).theme == "none")
  }

  @Test func anArchiveWithNoneOfTheFieldsIsAnotherTypes() throws {
    struct Point: Codable { var x = 1, y = 2 }
    let point = try KeyedArchive.archive(Point())
    expectUnexpectedType { try unarchive(Unnamed.self, point) }
    expectUnexpectedType { try unarchive(Settings.self, point) }
    #expect(try unarchive([String: Int].self, point) == ["x": 1, "y": 2])
    #expect(try unarchive(Unnamed.self, try KeyedArchive.archive(Unnamed())).theme == nil)
  }

  /// An older program reads an archive of a newer one.
  @Test func unknownFieldsBesideKnownOnesAreIgnored() throws {
    struct Newer: Codable { var theme = "dark", contrast = 3 }
    #expect(try unarchive(Unnamed.self, try KeyedArchive.archive(Newer())).theme == "dark")
  }

  @Test func aNamedTypesEmptyFieldsAreRead() throws {
    struct Rest: Codable, ArchiveTypeNaming {
      static let archiveTypeName = "Settings"
      var contrast = 3
    }
    let bytes = try KeyedArchive.archive(Rest())
    #expect(try unarchive(Settings.self, bytes).theme == nil)
  }

  @Test func foundationReadsTheNameBesideTheRoot() throws {
    let bytes = try KeyedArchive.archive(Settings(theme: "dark"))
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(bytes))
    #expect(unarchiver.decodeObject(of: NSString.self, forKey: "archiveTypeName") == "Settings")
    #expect((try foundationObject(bytes) as? NSDictionary)?["theme"] as? String == "dark")
  }

  private func expectUnexpectedType<Value>(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Value
  ) {
    let error = #expect(throws: KeyedArchiveError.self, sourceLocation: sourceLocation) {
      _ = try body()
    }
    #expect(error?.code == .unexpectedType, sourceLocation: sourceLocation)
  }
}

// MARK: - Models

private struct Unnamed: Codable {
  var theme: String?
}

private struct Settings: Codable, ArchiveTypeNaming {
  static let archiveTypeName = "Settings"
  static let formerArchiveTypeNames = ["OldSettings"]
  var theme: String?
}

private struct OldSettings: Codable, ArchiveTypeNaming {
  static let archiveTypeName = "OldSettings"
  var theme: String?
}

private struct Preferences: Codable, ArchiveTypeNaming {
  static let archiveTypeName = "Preferences"
  var theme: String?
}

/// A class with a size, under several names over time.
class Sized: NSObject, NSSecureCoding {
  class var supportsSecureCoding: Bool { true }
  let size: Int
  init(_ size: Int) { self.size = size }
  required init?(coder: NSCoder) { size = coder.decodeInteger(forKey: "size") }
  func encode(with coder: NSCoder) { coder.encode(size, forKey: "size") }
}

/// The class from before it declared a name.
final class FigureOfYore: Sized {}

/// The class under its first declared name.
final class FigureOfOld: Sized, ArchiveClassNaming {
  static let archiveClassName = "OldFigure"
}

class Figure: Sized, ArchiveClassNaming {
  class var archiveClassName: String { "Figure" }
  class var formerArchiveClassNames: [String] {
    ["OldFigure", "CodecTests.Figure", "CodecTests.FigureOfYore"]
  }
  class var archivableSubclasses: [AnyClass] { [RoundFigure.self] }
}

final class RoundFigure: Figure {
  override class var archiveClassName: String { "RoundFigure" }
}

enum Outer {
  final class Inner: Sized {
    convenience init() { self.init(0) }
  }
}
