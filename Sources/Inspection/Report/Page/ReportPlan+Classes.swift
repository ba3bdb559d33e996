extension ReportPlan {
  /// Plans the details of each class: first the level for which all classes have room, then more,
  /// starting with the classes that have the most objects. A part of the room is kept for samples.
  mutating func planClasses() {
    raise(to: .names, within: budget.room)
    raise(to: .brief, within: budget.room * 3 / 4)
    raise(to: .full, within: budget.room * 3 / 4)
  }

  /// Raises the level of detail of classes, as far as a part of the room allows.
  mutating func raise(to detail: ClassSection.Detail, within limit: Int) {
    var spare = limit
    for number in order where details[number] < detail {
      // Do not measure classes that would not fit at any level: a file may have many of them.
      guard spare > Self.leastStep else { return }
      let size = size(of: number, detail)
      let more = max(0, size - sizes[number])
      guard more <= spare else { continue }
      (details[number], sizes[number]) = (detail, max(size, sizes[number]))
      spare -= more
      budget.take(more)
    }
  }

  /// The classes, those with the most objects first.
  private var order: [Int] {
    content.classes.indices.sorted {
      (content.classes[$1].rows, $0) < (content.classes[$0].rows, $1)
    }
  }

  /// The minimum number of bytes that more detail takes.
  private static let leastStep = 64

  /// Returns the number of bytes of a class's section without samples, and of its line in the
  /// navigation.
  private func size(of number: Int, _ detail: ClassSection.Detail) -> Int {
    let section = ClassSection(
      number: number, classes: content.classes, relations: relations, anchors: anchors)
    let line = PageFrame.line(of: content.classes, number, anchors).bytes.count
    let heading = detail > .names ? Self.headingOfSamples : 0
    return section.html(detail, samples: []).bytes.count + line + heading
  }

  /// The maximum number of bytes of the heading above samples.
  private static let headingOfSamples = 160

  /// Adds samples in turns, one of each class per turn, as long as they fit.
  mutating func planSamples(_ maximum: Int) {
    var seen = Set<ReportLink>()
    let most = content.classes.map(\.samples.count).max() ?? 0
    for turn in 0..<min(maximum, most) {
      for (number, shown) in content.classes.enumerated() where turn < shown.samples.count {
        let object = shown.samples[turn]
        let link = ReportLink(className: shown.name, key: object.key)
        guard details[number] > .names, relations.numbers[shown.name] == number,
          link.isShort, seen.insert(link).inserted
        else { continue }
        let bytes = SampleCard(object: object, of: shown, anchors: anchors).html.bytes.count
        guard bytes <= budget.room else { continue }
        samples[number].append(turn)
        budget.take(bytes)
      }
    }
  }

  /// Removes the anchors of parts that are not shown, and counts these parts.
  mutating func conclude() {
    for (number, shown) in content.classes.enumerated() {
      if details[number] == .none { anchors.hide(class: number) }
      let kept = Set(samples[number].map { shown.samples[$0].key })
      for object in shown.samples where !kept.contains(object.key) {
        guard relations.numbers[shown.name] == number else { continue }
        anchors.hide(ReportLink(className: shown.name, key: object.key))
      }
      outcome.samples += samples[number].count
      outcome.omittedSamples += shown.samples.count - samples[number].count
    }
    outcome.briefClasses = details.count { $0 == .names || $0 == .brief }
    outcome.omittedClasses = details.count { $0 == .none }
    outcome.omittedFindings = content.check.count - findings
  }
}
