import Foundation
import PersistentObjects
import TestSupport

/// A class with a property of each kind.
@Persistent final class Knight {
  var name: String
  var age: Int = 0
  var rank: Int8 = 0
  var height: Int16 = 0
  var income: Int32 = 0
  var wealth: Int64 = 0
  var luck: UInt8 = 0
  var debts: UInt16 = 0
  var steps: UInt32 = 0
  var stars: UInt64 = 0
  var strength: Double = 0
  var grip: Float = 0
  var isBrave: Bool = false
  var initial: Letter = "k"
  var portrait: Data = Data()
  var seal: [UInt8] = []
  var homepage: URL?
  var number: UUID?
  var gold: Decimal = 0
  var birth: Date?
  var motto: String?
  var wins: Int?
  var element: Element = .earth
  @Column(codec: HexColor()) var colour: Color?
  var shield: Shield?
  var home: Place
  var birthplace: Place?
  var steed: Creature?
  var arms: [String] = []
  var marks: [Int?] = []
  var feasts: [Date] = []
  var skills: Set<String> = []
  var lucky: Set<Int> = []
  var scores: [String: Double] = [:]
  var colours: [Int: Element] = [:]
  var titles: [String]?
  var orders: Set<UUID>?
  var friends: [Knight] = []
  var pets: [Creature] = []
  var places: Set<Place> = []
  var posts: [String: Place] = [:]
  var guards: [Int: Creature] = [:]
  var rivals: [Knight]?
  @Transient var life = Lifetime()
  static let indices: [Index<Knight>] = [[\.age], [\.name, \.age], [\.birth]]
}

/// A type that the macro cannot recognize by its name.
typealias Letter = Character

/// Stored by its raw value.
enum Element: String, CaseIterable, Sendable {
  case earth, water, fire, air
}

/// Stored as a keyed archive.
struct Shield: Codable, Hashable, Sendable {
  var shape: String
  var colours: [String]
  var sizes: [String: Double]
}
