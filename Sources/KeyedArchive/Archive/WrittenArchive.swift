/// An archive with its expanded size.
struct WrittenArchive {
  let bytes: [UInt8]
  /// The size for a reader, in bytes or in values, whichever is more; each text and value is
  /// counted as often as it occurs.
  let expandedSize: Int

  init(_ bytes: [UInt8], entries: Int, budget: ArchiveBudget) {
    self.bytes = bytes
    expandedSize = max(bytes.count, entries, budget.taken)
  }
}
