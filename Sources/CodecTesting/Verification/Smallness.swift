/// The size of a value: by its stored form, then by its description.
struct Smallness: Comparable {
  private let parts: (size: Int, length: Int, name: String)

  init(size: Int, name: String) { parts = (size, name.count, name) }

  static func < (left: Smallness, right: Smallness) -> Bool { left.parts < right.parts }
  static func == (left: Smallness, right: Smallness) -> Bool { left.parts == right.parts }
}
