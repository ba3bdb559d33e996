extension Duration {
  /// The duration in whole milliseconds.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isBeyond) = seconds.multipliedReportingOverflow(by: 1000)
    return isBeyond
      ? Int64(Int32.max) : min(Int64(Int32.max), whole + attoseconds / 1_000_000_000_000_000)
  }
}
