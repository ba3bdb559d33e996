extension String {
  /// Returns the text with each occurrence of a scalar doubled.
  func doubling(_ mark: Unicode.Scalar) -> String {
    var result = ""
    // By scalars: in Swift, a mark and a combining scalar after it are another character.
    for scalar in unicodeScalars {
      result.unicodeScalars.append(scalar)
      if scalar == mark { result.unicodeScalars.append(mark) }
    }
    return result
  }
}
