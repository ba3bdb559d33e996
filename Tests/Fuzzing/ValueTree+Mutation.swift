import Foundation

extension ValueTree {
  /// The value with one part replaced by a part that fits its place but is out of range, or that
  /// does not fit.
  func mutated(_ random: inout FuzzRandom) -> ValueTree {
    switch self {
    case .table(let pairs) where !pairs.isEmpty && random.below(8) > 0:
      var pairs = pairs
      let index = random.below(pairs.count)
      if random.below(8) == 0 {
        pairs.remove(at: index)
      } else {
        pairs[index].value = pairs[index].value.mutated(&random)
      }
      return .table(pairs)
    case .list(let elements) where !elements.isEmpty && random.below(8) > 0:
      return .list(Self.mutated(elements, &random))
    default: return random.below(5) == 0 ? Self.any(&random) : sibling(&random)
    }
  }

  private static func mutated(_ elements: [ValueTree], _ random: inout FuzzRandom) -> [ValueTree] {
    var elements = elements
    let index = random.below(elements.count)
    switch random.below(6) {
    case 0: elements.remove(at: index)
    case 1: elements.append(elements[index])
    default: elements[index] = elements[index].mutated(&random)
    }
    return elements
  }

  /// Another value of the same kind.
  private func sibling(_ random: inout FuzzRandom) -> ValueTree {
    switch self {
    case .integer, .unsigned, .real: Self.number(&random)
    case .text: Self.text(&random)
    case .data: Self.data(&random)
    case .date: .date(Date(timeIntervalSinceReferenceDate: Self.real(&random)))
    default: Self.any(&random)
    }
  }

  private static func any(_ random: inout FuzzRandom) -> ValueTree {
    switch random.below(9) {
    case 0: .null
    case 1: .bool(random.below(2) == 0)
    case 2: .list([])
    case 3: .table([])
    case 4: .date(.distantPast)
    case 5: text(&random)
    case 6: data(&random)
    default: number(&random)
    }
  }

  private static func number(_ random: inout FuzzRandom) -> ValueTree {
    switch random.below(8) {
    case 0: .integer(.min)
    case 1: .integer(.max)
    case 2: .integer(-1)
    case 3: .unsigned(.max)
    case 4: .integer(1 << random.below(63))
    case 5: .integer(random.below(600) - 300)
    default: .real(real(&random))
    }
  }

  private static func real(_ random: inout FuzzRandom) -> Double {
    let values = [.nan, .infinity, -.infinity, 1e300, -1e300, -1, 0.5, -0.0, 1e17, -1e-300]
    return values[random.below(values.count)]
  }

  private static func text(_ random: inout FuzzRandom) -> ValueTree {
    let texts = [
      "", "\0", " ", "é/%", ":", "a b", "%", "%zz", "[", "//", "@", "1", "-1", "gregorian",
      "Europe/Berlin", "GMT+25", "../../etc/passwd", "current", String(repeating: "x", count: 300),
    ]
    return .text(texts[random.below(texts.count)])
  }

  /// Lengths around those of bitmaps.
  private static func data(_ random: inout FuzzRandom) -> ValueTree {
    let lengths = [0, 1, 3, 7, 16, 20, 8191, 8192, 8193, 16385, 16386]
    let length = lengths[random.below(lengths.count)]
    if random.below(2) == 0 { return .data(Data((0..<length).map { _ in random.byte() })) }
    return .data(Data(repeating: random.below(2) == 0 ? 0 : 0xFF, count: length))
  }
}
