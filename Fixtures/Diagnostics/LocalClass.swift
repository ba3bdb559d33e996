func make() {
  @Persistent class Local {
// expected-error@21 {{a persistent class cannot be declared inside a function; move it to the file or into a type}}
    var value: Int
  }
}
