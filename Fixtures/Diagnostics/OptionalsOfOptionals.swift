@Persistent class Person {
  var twice: Int??
  var grouped: (Int?)?
  var members: Set<Int?> = []
  var perhaps: Set<String?>?
  var byKey: [Int?: String] = [:]
  var rows: [Int?] = []
  @Column(codec: JSONCodec<Int??>()) var stored: Int??
}
