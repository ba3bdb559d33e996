@Persistent final class Person: Codable {
// expected-warning@33 {{the compiler cannot derive 'Codable' for a class with generated members; use 'snapshot', which is 'Codable', or write 'init(from:)' and 'encode(to:)' here or, with 'Codable', in an extension}}
  var name: String
}
@Persistent class Pet: Hashable, Swift.Encodable {
// expected-warning@34 {{the compiler cannot derive 'Swift.Encodable' for a class with generated members; use 'snapshot', which is 'Codable', or write 'encode(to:)' here or, with 'Swift.Encodable', in an extension}}
  var name: String
  func encode(to encoder: any Encoder, twice: Bool) throws {}
}
@Persistent class Toy: Encodable, Decodable {
// expected-warning@35 {{the compiler cannot derive 'Decodable' for a class with generated members; use 'snapshot', which is 'Codable', or write 'init(from:)' here or, with 'Decodable', in an extension}}
  var name: String
  func encode(to encoder: any Encoder) throws {}
}
@Persistent class Ball: Codable {
  var colour: String
  required init(from decoder: any Decoder) throws { colour = "red" }
  #if DEBUG
    func encode(to encoder: any Encoder) throws {}
  #endif
}
