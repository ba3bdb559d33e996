extension Duration {
  var seconds: Double { self / .seconds(1) }
}
