extension Tour {
  /// Shows everything that needs packages, then the results of the checks.
  ///
  /// - Parameter file: the file for the commands that count the same.
  func showChapters(onPackagesOf file: String) throws {
    try show(TablesChapter())
    try show(FindingChapter())
    try show(GroupsChapter())
    try show(PagesChapter())
    try show(VersionChapter())
    try show(RelationChapter())
    try show(ProvisionChapter())
    try show(ReferencesChapter())
    try show(CyclesChapter())
    try show(ArchiveChapter())
    try show(RefusalChapter())
    try show(RulesChapter())
    try show(UpsertChapter())
    try show(ChangesChapter())
    try show(RollbackChapter())
    try show(CompetitionChapter())
    try show(ReopeningChapter())
    try show(CountsChapter(file: file))
    try showVerdict()
  }
}
