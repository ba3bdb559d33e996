import PersistentObjectsCodec

/// The laws of single values.
extension CodedComposite {
  /// Returns the first law that a value breaks, if any.
  func breach(_ value: Value) -> Breach? { Breach.of(value, check) }

  private func check(_ value: Value) throws {
    guard let forms = try checkedForms(value) else { return }
    try fieldsHoldTheirProperties(value, forms)
    try isDeterministic(value, forms)
    let back = try comesBack(value, forms)
    if let agree = subject.hashesAgree, !agree(back, value) {
      throw Breach(
        .hash,
        "Equal values must have equal hashes, but \(Wording.name(value)), stored as \(name(forms)),"
          + " came back with another hash.")
    }
    try refusesNull(value, forms)
    try comesBackAsOptional(value, forms)
  }

  /// Returns the stored forms; nil if the value is refused and may be.
  private func checkedForms(_ value: Value) throws -> [StoredForm]? {
    do {
      return try store(value)
    } catch {
      if subject.mayRefuse(value) { return nil }
      throw Breach(
        .encoding,
        "encode must take every value, and write all fields in their order, but for"
          + " \(Wording.name(value)) it threw: \(Wording.reason(error))")
    }
  }

  private func fieldsHoldTheirProperties(_ value: Value, _ forms: [StoredForm]) throws {
    for field in coding.fields where field.isSearchable {
      guard let keyPath = field.keyPath, let property = (value as Any)[keyPath: keyPath],
        let own = try field.coding.coding.store(any: property)
      else { continue }
      let start = field.coding.offset
      let written = Array(forms[start..<start + field.coding.width])
      if own.areEqualInSQL(to: written) { continue }
      throw Breach(
        .fields,
        "A field must hold the property that it names, but for \(Wording.name(value)) the field"
          + " '\(field.name)' is \(written.map(\.description).joined(separator: ", ")), not"
          + " \(own.map(\.description).joined(separator: ", ")).")
    }
  }

  private func isDeterministic(_ value: Value, _ forms: [StoredForm]) throws {
    let again = try store(value)
    if again == forms { return }
    if !coding.isSearchable, let back = try? restore(again), isKept(value, as: back) { return }
    throw Breach(
      .determinism,
      "encode must write the same fields for a value each time, but for"
        + " \(Wording.name(value)) it wrote \(name(forms)), then \(name(again)).")
  }

  private func comesBack(_ value: Value, _ forms: [StoredForm]) throws -> Value {
    let found: String
    do {
      let back = try restore(forms)
      if isKept(value, as: back) { return back }
      found = "came back as \(Wording.name(back))."
    } catch { found = "was refused by decode: \(Wording.reason(error))" }
    throw Breach(
      .roundTrip,
      "decode must read all fields in their order and return what was encoded, but"
        + " \(Wording.name(value)), stored as \(name(forms)), \(found)")
  }

  /// A field that cannot be nil tells whether there is a value, so it must not read NULL.
  private func refusesNull(_ value: Value, _ forms: [StoredForm]) throws {
    for (index, column) in coding.columns.enumerated() where !column.admitsNull() {
      var damaged = forms
      damaged[index] = .null
      guard let read = try? restore(damaged) else { continue }
      throw Breach(
        .null,
        "decode must throw for NULL in a field that cannot be nil, but for \(name(damaged)) it"
          + " returned \(Wording.name(read)).")
    }
  }

  private func comesBackAsOptional(_ value: Value, _ forms: [StoredForm]) throws {
    let nothing = try optional.store(nil)
    guard nothing.allSatisfy({ $0 == .null }), try optional.restore(nothing) == nil else {
      throw Breach(.null, "nil must be NULL in all columns, and come back as nil.")
    }
    let stored = try optional.store(value)
    if let back = try optional.restore(stored), isKept(value, as: back) { return }
    throw Breach(
      .null,
      "An optional value must be told from nil, but \(Wording.name(value)), stored as"
        + " \(name(forms)), came back differently.")
  }
}

extension CompositeLayout.Field {
  /// Whether equal values of the field have equal stored forms.
  fileprivate var isSearchable: Bool {
    coding.columns.allSatisfy { $0.codec?.isSearchable ?? true }
  }
}

extension [StoredForm] {
  /// Whether SQL takes the forms for equal to others, as it does for 0 and −0.
  func areEqualInSQL(to others: [StoredForm]) -> Bool {
    count == others.count
      && zip(self, others).allSatisfy { form, other in
        guard case .real(let bits) = form, case .real(let otherBits) = other else {
          return form == other
        }
        return bits == otherBits || Double(bitPattern: bits) == Double(bitPattern: otherBits)
      }
  }
}
