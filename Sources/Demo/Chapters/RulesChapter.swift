import Foundation
import PersistentObjects

/// The rules of a class for its objects, and of the file for its rows.
struct RulesChapter: Chapter {
  let title = "Rules, and values that must be unique"
  let explanation = """
    ImportRecord declares rules, Section a unique index. Rules are checked before anything is \
    written, and all that is broken is reported at once. A unique index refuses the row, and the error \
    says which row it conflicts with.
    """

  func run(_ tour: Tour) throws {
    try breakRules(tour)
    try repeatName(tour)
  }

  private func breakRules(_ tour: Tour) throws {
    let count = try ImportRecord.count()
    let record = ImportRecord(file: "", importedAt: Date(), seconds: -1, packages: 0)
    try tour.say("A record of no file, that took less than no time, and brought nothing:")
    let error = try tour.checkThrows(
      .validationFailed, "the rules refuse it", code: "try record.save()"
    ) {
      try record.save()
    }
    try show(error?.validationFailures ?? [], tour)
    try tour.check(
      "all three failures are named, and nothing was written",
      error?.validationFailures.map(\.property) == ["file", "seconds", "packages"]
        && record.state == .new && ImportRecord.count() == count)
  }

  private func show(_ failures: [ValidationFailure], _ tour: Tour) throws {
    var table = TextTable(["class", "property", "message", "value"])
    for failure in failures {
      table.append([failure.className, failure.property, failure.message, failure.value])
    }
    try tour.write(table)
  }

  private func repeatName(_ tour: Tour) throws {
    guard let section = try Section.query.order(by: \.name).findFirst() else {
      return try tour.say("No package of this index has a section.")
    }
    let twin = Section(name: section.name)
    try tour.say("A second section of the name '\(section.name)':")
    let error = try tour.checkThrows(
      .constraintViolated, "the unique index refuses it", code: "try twin.save()"
    ) {
      try twin.save()
    }
    try tour.check(
      "the error names the property, and the conflicting row",
      error?.constraint?.properties == ["name"] && error?.constraint?.conflictingPK == section.pk)
    try tour.check("the section is new, as it was", twin.state == .new && twin.pk == nil)
  }
}
