/// Writes binary property lists; `PropertyListReader` has the grammar.
///
/// Objects are added one by one; each call returns the reference that names the object. Equal
/// numbers and equal texts are written once. The same calls produce the same bytes.
struct PropertyListWriter {
  /// The number of an object.
  typealias Reference = UInt32

  private var output = Array("bplist00".utf8)
  /// The start of each object. The starts of containers are set at the end, when the size of a
  /// reference is known.
  private var offsets: [Int] = []
  private var containers: [Container] = []
  private var references: [Reference] = []

  private var smallIntegers: [Reference?] = []
  private var integers: [Int64: Reference] = [:]
  private var reals: [UInt64: Reference] = [:]
  private var floats: [UInt32: Reference] = [:]
  private var strings: [ExactText: Reference] = [:]
  private var bools: [Reference?] = [nil, nil]

  private struct Container {
    let object: Reference
    let marker: UInt8
    let count: Int
    let references: Range<Int>
  }

  init() {
    output.reserveCapacity(512)
    strings.reserveCapacity(24)
  }

  /// The size of the objects in bytes; the size of containers is an estimate.
  var length: Int { output.count + offsets.count * 4 + references.count * 4 }

  /// The number of objects.
  var objectCount: Int { offsets.count }
}

// MARK: - Scalars

extension PropertyListWriter {
  mutating func add(_ value: Bool) -> Reference {
    let index = value ? 1 : 0
    if let known = bools[index] { return known }
    let reference = open(value ? 0x09 : 0x08)
    bools[index] = reference
    return reference
  }

  mutating func add(_ value: Int64) -> Reference {
    if let small = UInt8(exactly: value) { return add(small: small) }
    if let known = integers[value] { return known }
    let reference = nextReference()
    offsets.append(output.count)
    appendInteger(value)
    integers[value] = reference
    return reference
  }

  mutating func add(_ value: UInt64) -> Reference {
    if let signed = Int64(exactly: value) { return add(signed) }
    let reference = open(0x14)
    append(0, size: 8)
    append(value, size: 8)
    return reference
  }

  mutating func add(_ value: Double) -> Reference {
    if let known = reals[value.bitPattern] { return known }
    let reference = open(0x23)
    append(value.bitPattern, size: 8)
    reals[value.bitPattern] = reference
    return reference
  }

  mutating func add(_ value: Float) -> Reference {
    if let known = floats[value.bitPattern] { return known }
    let reference = open(0x22)
    append(UInt64(value.bitPattern), size: 4)
    floats[value.bitPattern] = reference
    return reference
  }

  /// Adds an index into `$objects`. The caller adds each index once.
  mutating func add(uid: UInt32) -> Reference {
    let size = Self.size(of: UInt64(uid))
    let reference = open(0x80 | UInt8(size - 1))
    append(UInt64(uid), size: size)
    return reference
  }

  private mutating func add(small value: UInt8) -> Reference {
    if smallIntegers.isEmpty { smallIntegers = Array(repeating: nil, count: 256) }
    if let known = smallIntegers[Int(value)] { return known }
    let reference = open(0x10)
    output.append(value)
    smallIntegers[Int(value)] = reference
    return reference
  }

  private mutating func appendInteger(_ value: Int64) {
    let size = value < 0 ? 8 : Self.size(of: UInt64(value))
    output.append(0x10 | UInt8(size.trailingZeroBitCount))
    append(UInt64(bitPattern: value), size: size)
  }
}

// MARK: - Texts and data

extension PropertyListWriter {
  mutating func add(_ value: String) -> Reference {
    if let known = strings[ExactText(value)] { return known }
    var text = value
    let isASCII = text.withUTF8 { $0.allSatisfy { $0 < 0x80 } }
    let reference = isASCII ? addASCII(&text) : addUTF16(value)
    strings[ExactText(value)] = reference
    return reference
  }

  mutating func add(_ value: UnsafeRawBufferPointer) -> Reference {
    let reference = open(0x40, count: value.count)
    output.append(contentsOf: value)
    return reference
  }

  private mutating func addASCII(_ text: inout String) -> Reference {
    text.withUTF8 { utf8 in
      let reference = open(0x50, count: utf8.count)
      output.append(contentsOf: utf8)
      return reference
    }
  }

  private mutating func addUTF16(_ text: String) -> Reference {
    let reference = open(0x60, count: text.utf16.count)
    for unit in text.utf16 { append(UInt64(unit), size: 2) }
    return reference
  }
}

// MARK: - Containers

extension PropertyListWriter {
  mutating func addArray(_ elements: [Reference]) -> Reference {
    let reference = reserve()
    let start = references.count
    references.append(contentsOf: elements)
    close(reference, marker: 0xA0, count: elements.count, from: start)
    return reference
  }

  mutating func addDictionary(keys: [Reference], values: [Reference]) -> Reference {
    let reference = reserve()
    setDictionary(reference, keys: keys, values: values)
    return reference
  }

  /// Reserves a reference for a dictionary that is set later.
  mutating func reserve() -> Reference {
    let reference = nextReference()
    offsets.append(-1)
    return reference
  }

  mutating func setDictionary(_ reference: Reference, keys: [Reference], values: [Reference]) {
    let start = references.count
    references.append(contentsOf: keys)
    references.append(contentsOf: values)
    close(reference, marker: 0xD0, count: keys.count, from: start)
  }

  private mutating func close(_ object: Reference, marker: UInt8, count: Int, from start: Int) {
    let range = start..<references.count
    containers.append(Container(object: object, marker: marker, count: count, references: range))
  }
}

// MARK: - The file

extension PropertyListWriter {
  /// Returns the whole file. Each reserved reference must have been set.
  consuming func finish(top: Reference) -> [UInt8] {
    let referenceSize = Self.size(of: UInt64(offsets.count))
    for container in containers { write(container, referenceSize: referenceSize) }
    let table = output.count
    let offsetSize = Self.size(of: UInt64(table))
    for offset in offsets { append(UInt64(offset), size: offsetSize) }
    output.append(contentsOf: [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)])
    for number in [offsets.count, Int(top), table] { append(UInt64(number), size: 8) }
    return output
  }

  private mutating func write(_ container: Container, referenceSize: Int) {
    offsets[Int(container.object)] = output.count
    appendMarker(container.marker, count: container.count)
    for reference in references[container.references] {
      append(UInt64(reference), size: referenceSize)
    }
  }

  private func nextReference() -> Reference { Reference(offsets.count) }

  private mutating func open(_ marker: UInt8) -> Reference {
    let reference = nextReference()
    offsets.append(output.count)
    output.append(marker)
    return reference
  }

  private mutating func open(_ marker: UInt8, count: Int) -> Reference {
    let reference = nextReference()
    offsets.append(output.count)
    appendMarker(marker, count: count)
    return reference
  }

  private mutating func appendMarker(_ marker: UInt8, count: Int) {
    output.append(marker | UInt8(min(count, 15)))
    if count >= 15 { appendInteger(Int64(count)) }
  }

  private mutating func append(_ value: UInt64, size: Int) {
    for shift in stride(from: (size - 1) * 8, through: 0, by: -8) {
      output.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  /// Returns the size of a number in bytes: 1, 2, 4 or 8.
  private static func size(of value: UInt64) -> Int {
    value <= 0xFF ? 1 : value <= 0xFFFF ? 2 : value <= 0xFFFF_FFFF ? 4 : 8
  }
}
