@Persistent @Observable class Person {
// expected-error@13 {{'@Observable' writes accessors for all stored properties, as '@Persistent' does; remove one of them}}
// fix-it {{remove '@Observable'}}
// | @Persistent class Person {
  var age: Int
}
@Observation.Observable
// expected-error@1 {{'@Observation.Observable' writes accessors for all stored properties, as '@Persistent' does; remove one of them}}
// fix-it {{remove '@Observation.Observable'}}
// | 
@Persistent final class Pet {
  var age: Int
}
