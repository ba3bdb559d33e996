import PersistentObjectsCodec

/// The laws of single values in memory.
extension Subject {
  /// Returns the first law that a value breaks, if any.
  func breach(_ value: Value) -> Breach? { Breach.of(value, check) }

  private func check(_ value: Value) throws {
    guard let form = try checkedForm(value) else { return }
    try isDeterministic(value, form)
    let back = try comesBack(value, form)
    if let hashesAgree, !hashesAgree(back, value) {
      throw Breach(
        .hash,
        "Equal values must have equal hashes, but \(Wording.name(value)), stored as \(form),"
          + " came back with another hash.")
    }
    try comesBackAsOptional(value, form)
  }

  /// Returns the stored form; nil if the value is refused and may be.
  private func checkedForm(_ value: Value) throws -> StoredForm? {
    let cell: FormCell
    do {
      cell = try self.cell(of: value)
    } catch {
      if mayRefuse(value) { return nil }
      throw Breach(
        .encoding,
        "encode must take every value, but for \(Wording.name(value)) it threw:"
          + " \(Wording.reason(error))")
    }
    if let fault = fault(of: cell) {
      throw Breach(
        .cell,
        "encode must write exactly one value, of the kind that storage promises, but for"
          + " \(Wording.name(value)) \(fault).")
    }
    return cell.form
  }

  private func fault(of cell: FormCell) -> String? {
    let form = cell.form
    if cell.writes != 1 { return "it wrote \(cell.writes) times" }
    if form == .null && !admitsNull { return "it wrote NULL" }
    if !codec.storage.admits(form.kind) {
      return "it wrote \(form) where storage is \(codec.storage)"
    }
    if let meaning = codec.meaning, !form.isForm(of: meaning) {
      return "it wrote \(form), which is not a form of the meaning \(meaning)"
    }
    if case .text(let bytes) = form, String(validating: bytes, as: UTF8.self) == nil {
      return "it wrote \(form)"
    }
    return nil
  }

  private func isDeterministic(_ value: Value, _ form: StoredForm) throws {
    let again = try store(value)
    if again == form { return }
    if !codec.isSearchable, let back = try? restore(again), isKept(value, as: back) { return }
    throw Breach(
      .determinism,
      "encode must write the same stored form for a value each time, but for"
        + " \(Wording.name(value)) it wrote \(form), then \(again).")
  }

  private func comesBack(_ value: Value, _ form: StoredForm) throws -> Value {
    let found: String
    do {
      let back = try restore(form)
      if isKept(value, as: back) { return back }
      found = "came back as \(Wording.name(back))."
    } catch { found = "was refused by decode: \(Wording.reason(error))" }
    throw Breach(
      .roundTrip,
      "decode must return what was encoded, but \(Wording.name(value)), stored as"
        + " \(form), \(found)")
  }

  private func comesBackAsOptional(_ value: Value, _ form: StoredForm) throws {
    if admitsNull { return }
    let lifted = OptionalCodec(codec)
    let cell = try FormCell(value, by: lifted)
    if let back = try cell.form.withCell(lifted.value), isKept(value, as: back) { return }
    throw Breach(
      .null,
      "OptionalCodec must store all but nil as the codec does, but \(Wording.name(value)),"
        + " stored as \(form), came back differently as an optional.")
  }
}
