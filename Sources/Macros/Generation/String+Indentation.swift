extension String {
  /// The text with spaces before each line that is not empty.
  func indented(by width: Int) -> String {
    let indentation = String(repeating: " ", count: width)
    return split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : indentation + $0 }
      .joined(separator: "\n")
  }
}
