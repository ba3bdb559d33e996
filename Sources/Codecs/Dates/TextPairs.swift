/// The numbers of two digits in four or eight characters of a fixed form, read all at once in the bytes
/// of one word.
struct TextPairs<Word: FixedWidthInteger & UnsignedInteger> {
  /// In each byte the number that its digit and the next one make.
  private let pairs: Word

  /// Nil if the characters are not of the form: a digit wherever it has "0", all others as they are.
  @inline(__always)
  init?(_ text: UnsafeRawBufferPointer, at offset: Int, form: StaticString) {
    let form = Word(littleEndian: UnsafeRawPointer(form.utf8Start).loadUnaligned(as: Word.self))
    let word = Word(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: Word.self))
    let ones = Word.max / 255
    // The digits' values, and zero where another character is as it should be.
    let digits = word ^ form
    // The highest bit of a byte tells of a digit above 9 (10 + 0x76 is 0x80), of another character
    // (1 + 0x7F), or of what is not ASCII. The form's "0", 0x30, is told from "-", ":" and " " by
    // its bits: only it has 0x10 without 0x08.
    let isDigit = (form >> 4) & ~(form >> 3) & ones
    let limits = ones &* 0x7F &- isDigit &* 9
    guard (digits &+ limits | digits) & (ones &* 0x80) == 0 else { return nil }
    pairs = digits &* 10 &+ digits >> 8
  }

  /// The number whose first digit stands at a position.
  @inline(__always)
  subscript(position: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: pairs >> Word(truncatingIfNeeded: 8 &* position)) & 0xFF
  }
}
