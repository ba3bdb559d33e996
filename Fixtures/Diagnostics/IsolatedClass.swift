@MainActor @Persistent class View {
// expected-error@1 {{a persistent class cannot be isolated to 'MainActor', since each object belongs to a session}}
// fix-it {{remove '@MainActor'}}
// | @Persistent class View {
  var title: String
}
