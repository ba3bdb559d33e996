import Foundation

/// The names of the kinds of calendars in Foundation's archives.
enum CalendarName {
  static let identifiers = [String: Calendar.Identifier](
    uniqueKeysWithValues: texts.map { ($0.value, $0.key) })

  /// The names of the kinds of calendars that the running Foundation has.
  static let texts: [Calendar.Identifier: String] = {
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
