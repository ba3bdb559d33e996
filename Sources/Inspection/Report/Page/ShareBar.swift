/// A share as a bar. It is only for the eye: the number is beside it.
struct ShareBar {
  let share: Double

  /// The bar; empty for nothing.
  var html: HTML {
    guard share > 0 else { return "" }
    let width = min(40, max(1, share * 40))
    return """
      <svg class='bar' viewBox='0 0 40 3' aria-hidden='true'><path class='base' d='M0 0h40v3h-40z'/>\
      <path d='M0 0h\(width)v3h-\(width)z'/></svg>
      """
  }
}
