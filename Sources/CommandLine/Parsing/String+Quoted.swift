extension String {
  /// The text between quotation marks, on one line and without control characters.
  var quoted: String { "“\(visible.cut(to: 60))”" }
}
