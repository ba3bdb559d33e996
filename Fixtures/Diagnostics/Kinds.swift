@Persistent struct Point {
// expected-error@13 {{'@Persistent' needs a class, since objects have identity; this is a struct}}
// fix-it {{make it a 'class'}}
// | @Persistent class Point {
  var x: Int
}
@Persistent enum Suit {}
// expected-error@13 {{'@Persistent' needs a class, since objects have identity; this is an enum}}
@Persistent public actor Worker {}
// expected-error@20 {{'@Persistent' needs a class, since objects have identity; this is an actor}}
// fix-it {{make it a 'class'}}
// | @Persistent public class Worker {}
@Persistent protocol Named {}
// expected-error@13 {{'@Persistent' needs a class, since objects have identity; this is a protocol}}
