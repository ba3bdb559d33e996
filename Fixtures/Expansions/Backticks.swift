@Persistent class `Type` {
  var `default`: Int = 0
  var `in`: String
  var `raw name`: Address?
  var größe: Double
  var `°C`: Double
  var with_underscore2: [Int]
}
