import PersistentObjects

/// Objects for rows that may already exist, and copies.
struct UpsertChapter: Chapter {
  let title = "Upserts and copies"
  let explanation = """
    An upsert writes an object to the row that has its key, or to a new row, and gives the object that \
    stands for the row. A copy is a new object with the same values.
    """

  func run(_ tour: Tour) throws {
    try upsert(tour)
    try copy(tour)
  }

  private func upsert(_ tour: Tour) throws {
    let session = try Session.main
    let count = try Section.count()
    let known = try Section.query.order(by: \.name).limit(3).find()
    let names = known.map(\.name) + ["of the demo"]
    try tour.say(
      "Sections of these names, of which the last is new: \(names.joined(separator: ", "))")
    let sections = try tour.call(
      #"try session.upsert(contentsOf: names.map { Section(name: $0) }, by: \.name)"#
    ) {
      try session.upsert(contentsOf: names.map { Section(name: $0) }, by: \.name)
    }
    var table = TextTable(["pk", "name", "was in hand"])
    for section in sections {
      table.append([
        section.pk.map { "\($0)" }, section.name, known.contains(section) ? "yes" : "no",
      ])
    }
    try tour.write(table)
    try tour.check(
      "rows that were there have the objects that were there",
      sections.count == names.count && zip(sections, known).allSatisfy { $0 === $1 })
    try tour.check("only one row is new", try Section.count() == count + 1)
    try sections.last?.delete()
  }

  private func copy(_ tour: Tour) throws {
    let count = try Package.count()
    guard let package = try Package.findFirst(where: { !$0.tags.isEmpty }) ?? Package.findFirst("")
    else { return }
    let copy = try tour.call(
      """
      let copy = try package.copy()
      copy.name += "-copy"
      """
    ) {
      let copy = try package.copy()
      copy.name += "-copy"
      return copy
    }
    try tour.write(
      TextTable(["pk", "name", "version", "section", "tags", "state"], [package, copy]) {
        [
          $0.pk.map { "\($0)" }, $0.name, $0.version.text, $0.section?.name,
          String($0.tags.count), "\($0.state)",
        ]
      })
    try tour.check(
      "the copy has the same values, and the original knows nothing of it",
      copy.tags == package.tags && copy.section === package.section && !package.needsSaving)
    try tour.check(
      "it is new, and not in the database", try copy.state == .new && Package.count() == count)
  }
}
