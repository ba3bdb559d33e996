import Foundation

/// The name of a kind of calendar in Foundation's archives.
struct CalendarName {
  let identifier: Calendar.Identifier
  let text: String

  /// The name of a kind; nil for one that a later Foundation added.
  init?(_ identifier: Calendar.Identifier) {
    guard let text = Self.texts[identifier] else { return nil }
    self.identifier = identifier
    self.text = text
  }

  /// Reads a name; nil for any other text.
  init?(text: String) {
    guard let identifier = Self.identifiers[text] else { return nil }
    self.identifier = identifier
    self.text = text
  }

  private static let identifiers = [String: Calendar.Identifier](
    uniqueKeysWithValues: texts.map { ($0.value, $0.key) })

  private static let texts: [Calendar.Identifier: String] = {
    var texts: [Calendar.Identifier: String] = [
      .gregorian: "gregorian", .buddhist: "buddhist", .chinese: "chinese", .coptic: "coptic",
      .ethiopicAmeteMihret: "ethiopic", .ethiopicAmeteAlem: "ethiopic-amete-alem",
      .hebrew: "hebrew", .iso8601: "iso8601", .indian: "indian", .islamic: "islamic",
      .islamicCivil: "islamic-civil", .islamicTabular: "islamic-tbla",
      .islamicUmmAlQura: "islamic-umalqura", .japanese: "japanese", .persian: "persian",
      .republicOfChina: "roc",
    ]
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      let newer: [Calendar.Identifier: String] = [
        .bangla: "bangla", .dangi: "dangi", .gujarati: "gujarati", .kannada: "kannada",
        .malayalam: "malayalam", .marathi: "marathi", .odia: "odia", .tamil: "tamil",
        .telugu: "telugu", .vikram: "vikram", .vietnamese: "vietnamese",
      ]
      texts.merge(newer) { old, _ in old }
    }
    return texts
  }()
}
