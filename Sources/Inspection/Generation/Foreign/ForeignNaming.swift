import PersistentObjects
import PersistentObjectsInspection
import PersistentObjectsNames

/// The names that the tables and columns of another program mean.
struct ForeignNaming {
  /// The entities of Core Data by the names of their tables: `Person` for `ZPERSON`.
  private let entities: [String: String]
  /// The names of the new tables, if all classes were named like their tables.
  private let plainNames: [String: Int]

  init(_ schema: ForeignSchema) {
    entities = Dictionary(schema.entities.map { ("Z" + $0.uppercased(), $0) }) { first, _ in first }
    plainNames = schema.tables.reduce(into: [:]) { names, table in
      names[StandardNaming.name(of: StandardNaming.typeName(of: table.name)), default: 0] += 1
    }
  }

  private var isOfCoreData: Bool { !entities.isEmpty }

  /// Returns the class of a table: `User` for `users`, unless another table means that.
  func className(of table: String) -> String {
    if let entity = entities[table] { return StandardNaming.typeName(of: entity) }
    let name = StandardNaming.typeName(of: table)
    let singular = name.inSingular
    let isFree = plainNames[StandardNaming.name(of: singular)] == nil
    return isFree && SwiftName.isIdentifier(singular) ? singular : name
  }

  /// Returns the property of a column: `shipName` for `Ship Name`, `customerID` for `CustomerID`,
  /// and `city` for Core Data's `ZCITY`.
  func propertyName(of column: String) -> String {
    let isOfEntity =
      isOfCoreData && column.hasPrefix("Z") && column.dropFirst().first?.isLetter == true
    let name = isOfEntity ? String(column.dropFirst()) : column
    let words = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    guard let first = words.first else {
      return SwiftName.identifier(like: name, fallback: "value")
    }
    let rest = words.dropFirst().map(\.capitalizedFirst).joined()
    return SwiftName.identifier(like: first.withLowerBeginning + rest, fallback: "value")
  }

  /// The tables in which other packages keep what belongs to themselves, with words for it.
  static let privateTables = [
    "_fluent_migrations": "the migrations of Fluent", "_fluent_sessions": "the sessions of Vapor",
    "grdb_migrations": "the migrations of GRDB", "Z_METADATA": "the metadata of Core Data",
    "Z_PRIMARYKEY": "the counters of Core Data", "Z_MODELCACHE": "the model of Core Data",
    "alembic_version": "the version of Alembic", "django_migrations": "the migrations of Django",
    "flyway_schema_history": "the migrations of Flyway",
    "schema_migrations": "the migrations of Rails",
    "__EFMigrationsHistory": "the migrations of Entity Framework",
  ]
}

extension String {
  /// The name with a lower-case beginning: `orderDate` for `OrderDate`, `url` for `URL`, `urlPath`
  /// for `URLPath`.
  var withLowerBeginning: String {
    let capitals = prefix { $0.isUppercase }
    if capitals.isEmpty { return self }
    if capitals.count == count { return lowercased() }
    let count = capitals.count == 1 ? 1 : capitals.count - 1
    return prefix(count).lowercased() + dropFirst(count)
  }

  /// The plural of the name.
  var inPlural: String {
    if hasSuffix("s"), !hasSuffix("ss") { return self }
    if hasSuffix("y"), !["ay", "ey", "oy", "uy"].contains(where: hasSuffix) {
      return dropLast() + "ies"
    }
    return self + (["x", "ch", "sh", "ss"].contains(where: hasSuffix) ? "es" : "s")
  }

  /// The singular of an English name; the name itself if it is none, or is irregular.
  var inSingular: String {
    let small = lowercased()
    func ends(_ endings: String...) -> Bool { endings.contains(where: small.hasSuffix) }
    if !ends("s") || ends("ss", "us", "is", "news", "series", "species") { return self }
    if ends("movies", "cookies", "ties", "shoes", "caches", "houses", "auses", "ouses") {
      return ends("ities", "nties", "rties") ? dropLast(3) + "y" : String(dropLast())
    }
    if ends("ies"), count > 4 { return dropLast(3) + "y" }
    let isLonger = ends("sses", "shes", "ches", "xes", "uses", "oes")
    return String(dropLast(isLonger ? 2 : 1))
  }
}
