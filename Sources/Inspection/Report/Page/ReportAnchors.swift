/// The anchors of the page to which links can lead.
///
/// The anchor of a class is "class-Person", and that of an object is "Person.17". Anchors cannot
/// collide, because names contain neither "-" nor ".". Names that are not plain ASCII, and names
/// that are taken, are replaced by numbers.
struct ReportAnchors {
  private var classes: [String?]
  private var objects: [ReportLink: String] = [:]
  private let numbers: ClassNumbers
  private let titles: [ReportLink: String]

  /// Creates anchors for all classes and samples.
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

  /// Returns the anchor of the class with a number; nil if it is not shown.
  func anchor(ofClass number: Int) -> String? { classes[number] }

  /// Returns the anchor of the class with a name; nil if it is not shown.
  func anchor(ofClassNamed name: String) -> String? { numbers[name].flatMap { classes[$0] } }

  /// Returns the anchor of an object; nil if it is not shown.
  func anchor(of object: ReportLink) -> String? { object.isShort ? objects[object] : nil }

  /// Returns the title of an object; nil if it is not known.
  func title(of object: ReportLink) -> String? { object.isShort ? titles[object] : nil }

  /// Removes the anchor of a class that is not shown.
  mutating func hide(class number: Int) { classes[number] = nil }

  /// Removes the anchor of an object that is not shown.
  mutating func hide(_ object: ReportLink) {
    if object.isShort { objects[object] = nil }
  }
}

extension ReportLink {
  /// Whether class and key are short enough to look up. Longer ones would take long, and no link
  /// has them.
  var isShort: Bool {
    max(className.utf8.count, key.utf8.count) <= ClassNumbers.longestName
  }
}
