import Foundation

// The stored form of a decimal, and of an Int128 and a Duration's seconds: the number as people
// write it, after a key that makes the bytes sort as the numbers do.
//
// stored = positive | negative positive = count " " plain 12.5 is 002 12.5 negative = "-" count' "
// " plain' "~ -" plain −12.5 is -997 87.4~ -12.5 plain = digits [ "." digits ] no zeros at the end
// of the fraction; 0 is "0" count = 3 digits the number of digits before the point count' = 999 −
// count plain' = plain with 9 − d for each digit d
//
// It sorts because of two positive numbers the one with more digits before the point is larger;
// with equally many, they compare digit by digit, and a number sorts before those that continue it.
// Negative numbers reverse each of these: by complements, and by "~", which sorts after digits and
// point. "-" sorts before digits. The text after "~" is only for readers.

/// Writes and reads the stored form of a `Decimal`.
enum DecimalText {
  /// The length of the longest form in bytes: a negative number with 166 digits before the point,
  /// twice.
  static let capacity = 400

  /// Writes the stored form of a number, which is not NaN, and returns its length.
  static func write(_ value: Decimal, to text: TextBytes) -> Int {
    let digits = DecimalDigits(value)
    let isNegative = value < 0
    let start = start(isNegative: isNegative)
    let end = digits.write(to: text, at: start)
    return finish(
      start..<end, countBeforePoint: digits.countBeforePoint, isNegative: isNegative, in: text)
  }

  /// Reads a number in its stored form; nil for any other text.
  ///
  /// The number is written again and must produce the same bytes. This proves that the key is
  /// right, the number is in its shortest form, and it has no more digits than a `Decimal` holds.
  static func read(_ text: UnsafeRawBufferPointer) -> Decimal? {
    guard text.count <= capacity, let plain = plain(of: text),
      let value = DecimalDigits.read(plain)
    else { return nil }
    let isStored = TextBytes.isWritten(text, capacity: capacity) { write(value, to: $0) }
    return isStored ? value : nil
  }

  /// The start of the plain number, which leaves room for its key.
  static func start(isNegative: Bool) -> Int { isNegative ? 5 : 4 }

  /// Puts the key before a plain number, which begins at `start`, and replaces a negative number by
  /// its complement. Returns the length of the whole.
  static func finish(
    _ plain: Range<Int>, countBeforePoint: Int, isNegative: Bool,
    in text: TextBytes
  ) -> Int {
    writeCount(countBeforePoint, isNegative: isNegative, to: text)
    return isNegative ? complement(plain, in: text) : plain.upperBound
  }

  /// The number as people write it, with its sign: the text after the last space.
  static func plain(of text: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer>? {
    text.lastIndex(of: UInt8(ascii: " ")).map { text[($0 + 1)...] }
  }

  private static func writeCount(
    _ count: Int, isNegative: Bool, to text: TextBytes
  ) {
    let start = isNegative ? 1 : 0
    let number = isNegative ? 999 - count : count
    text[0] = UInt8(ascii: "-")
    text[start] = UInt8(48 + number / 100)
    text[start + 1] = UInt8(48 + number / 10 % 10)
    text[start + 2] = UInt8(48 + number % 10)
    text[start + 3] = UInt8(ascii: " ")
  }

  /// Copies the plain number after "~ -" and turns the first one into its complement.
  private static func complement(
    _ plain: Range<Int>, in text: TextBytes
  ) -> Int {
    var end = plain.upperBound
    for byte in [UInt8(ascii: "~"), UInt8(ascii: " "), UInt8(ascii: "-")] {
      text[end] = byte
      end += 1
    }
    for index in plain {
      text[end] = text[index]
      end += 1
      if text[index] != UInt8(ascii: ".") { text[index] = 48 + (57 - text[index]) }
    }
    return end
  }
}
