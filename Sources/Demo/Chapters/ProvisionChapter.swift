import PersistentObjects
import PersistentObjectsCommandLine

/// Values of several columns.
struct ProvisionChapter: Chapter {
  let title = "Structs in columns: what packages provide"
  let explanation = """
    Provision is a struct with a name, perhaps an architecture and a version, marked @Embeddable. \
    Each of its fields is a column of the child table, with the field's own codec, so it is searched \
    like a property.
    """

  func run(_ tour: Tour) throws {
    let session = try Session.main
    let rows = try session.rows("SELECT * FROM package_provides LIMIT 4")
    if rows.isEmpty { return try tour.say("No package of this index provides another name.") }
    try tour.say("The first rows of package_provides:")
    try tour.write(
      TextTable(["parent_pk", "array_index", "name", "architecture", "version"], rows: rows))
    try find(in: session, tour)
    try count(in: session, tour)
    try changeField(tour)
  }

  private func find(in session: Session, _ tour: Tour) throws {
    let names = try session.rows(
      "SELECT name, count(*) FROM package_provides GROUP BY name ORDER BY 2 DESC, name LIMIT 1")
    guard case .text(let name)? = names.first?.first, let count = names[0][1].integer else {
      return
    }
    try tour.say("Who provides \(name)?")
    let providers = try tour.call(
      #"try Package.where { $0.provides.contains { $0.name == name } }.find()"#
    ) {
      try Package.where { $0.provides.contains { $0.name == name } }.find()
    }
    try tour.write(
      TextTable(["name", "version", "provides"], providers.prefix(6)) {
        [$0.name, $0.version.text, String($0.provides.count)]
      })
    try tour.check("SQL counts as many", providers.count == count)
  }

  private func count(in session: Session, _ tour: Tour) throws {
    let versioned = try tour.call(
      #"try Package.where { $0.provides.contains { $0.version != nil } }.count()"#
    ) {
      try Package.where { $0.provides.contains { $0.version != nil } }.count()
    }
    try tour.say("\(versioned.grouped) packages provide a name in a certain version.")
    try tour.check(
      "nil is NULL in the field's column",
      try versioned
        == session.integer(
          "SELECT count(DISTINCT parent_pk) FROM package_provides WHERE version IS NOT NULL"))
  }

  private func changeField(_ tour: Tour) throws {
    let query = Package.where { $0.provides.contains { $0.version != nil } }
    guard let package = try query.findFirst(in: .main),
      let index = package.provides.firstIndex(where: { $0.version != nil })
    else { return }
    let version = package.provides[index].version
    let statements = try tour.statements(
      """
      package.provides[index].version = nil
      try package.save()
      """
    ) {
      package.provides[index].version = nil
      try package.save()
    }
    try tour.check(
      "one UPDATE of one column of one row",
      statements.filter { $0.sql.contains("package_provides") }.map(\.runs) == [1])
    package.provides[index].version = version
    try package.save()
  }
}
