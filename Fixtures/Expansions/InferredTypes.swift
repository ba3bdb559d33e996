@Persistent class Defaults {
  var count = 0
  var factor = -1.5
  var name = "\(1)"
  var isOn = true
  var made = Date()
  var tags = [String]()
  var scores = [String: [Int]]()
  var point = Point(x: 1, y: 2)
  var page = URL(string: "https://swift.org")!
}
