/// The places of the page that links can lead to.
///
/// A class is at "class-Person", an object at "Person.17". These places cannot collide, since names
/// have neither "-" nor ".". Names that are not plain ASCII, and those that are taken, are replaced
/// by numbers.
struct ReportAnchors {
  private var classes: [String?]
  private var objects: [ReportLink: String] = [:]
  private let numbers: ClassNumbers
  private let titles: [ReportLink: String]

  /// Assigns places to all classes and samples.
  init(of classes: [ReportClass], rows: Int, titles: [ReportLink: String] = [:]) {
    self.titles = titles
    numbers = ClassNumbers(of: classes)
    var names: [String] = []
    for (number, one) in classes.enumerated() {
      let isPlain = Self.isPlain(one.name) && numbers[one.name] == number
      names.append(isPlain ? one.name : "-\(number)")
    }
    self.classes = names.map { "class-" + $0 }
    for (number, one) in classes.enumerated() where numbers[one.name] == number {
      for (index, object) in one.samples.prefix(rows).enumerated() {
        let link = ReportLink(className: one.name, key: object.key)
        guard link.isShort, objects[link] == nil else { continue }
        let key = Self.isPlain(object.key, dashes: true) ? object.key : ".\(index)"
        objects[link] = names[number] + "." + key
      }
    }
  }

  private static func isPlain(_ name: String, dashes: Bool = false) -> Bool {
    let bytes = name.utf8
    return !bytes.isEmpty && bytes.count <= 48
      && bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: dashes && byte == UInt8(ascii: "-")
        }
      }
  }

  /// The place of the class with a number, if it is shown.
  func anchor(ofClass number: Int) -> String? { classes[number] }

  /// The place of the class with a name, if it is shown.
  func anchor(ofClassNamed name: String) -> String? { numbers[name].flatMap { classes[$0] } }

  /// The place of an object, if it is shown.
  func anchor(of object: ReportLink) -> String? { object.isShort ? objects[object] : nil }

  /// The title of an object, if it is known.
  func title(of object: ReportLink) -> String? { object.isShort ? titles[object] : nil }

  /// Takes a class away, which is not shown.
  mutating func hide(class number: Int) { classes[number] = nil }

  /// Takes an object away, which is not shown.
  mutating func hide(_ object: ReportLink) {
    if object.isShort { objects[object] = nil }
  }
}

extension ReportLink {
  /// Whether class and key are as short as those of links: others would take long to look up.
  var isShort: Bool {
    max(className.utf8.count, key.utf8.count) <= ClassNumbers.longestName
  }
}
