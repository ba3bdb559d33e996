/// The two-digit numbers in two, four or eight characters of a fixed form, all read at once as one
/// word.
struct TextPairs<Word: FixedWidthInteger & UnsignedInteger> {
  /// The number that the digit in each byte forms with the next digit.
  private let pairs: Word

  /// Reads the characters; nil unless they fit the form: a digit wherever the form has "0", and the
  /// same characters elsewhere.
  @inline(__always)
  init?(_ text: TextSlice, at offset: Int, form: StaticString) {
    let form = Word(littleEndian: UnsafeRawPointer(form.utf8Start).loadUnaligned(as: Word.self))
    let word: Word = text.word(at: offset)
    let ones = Word.max / 255
    // The digits' values, and zero where another character matches.
    let digits = word ^ form
    // The highest bit of a byte is set for a digit above 9 (10 + 0x76 is 0x80), for a wrong
    // character (1 + 0x7F) and for non-ASCII. The form's "0", 0x30, differs from "-", ":" and " "
    // in its bits: only "0" has 0x10 without 0x08.
    let isDigit = (form >> 4) & ~(form >> 3) & ones
    let limits = ones &* 0x7F &- isDigit &* 9
    guard (digits &+ limits | digits) & (ones &* 0x80) == 0 else { return nil }
    pairs = digits &* 10 &+ digits >> 8
  }

  /// The number whose first digit is at a position.
  @inline(__always)
  subscript(position: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: pairs >> Word(truncatingIfNeeded: 8 &* position)) & 0xFF
  }
}
