extension ValueSource {
  /// Returns a Boolean, true or false with equal probability; false is the simplest.
  public mutating func bool() -> Bool { draw(below: 2) == 1 }

  /// Returns an element of a collection, which must not be empty; the first is the simplest.
  public mutating func element<Elements: Collection>(of elements: Elements) -> Elements.Element {
    precondition(!elements.isEmpty, "element(of:) needs a collection with elements")
    let offset = Int(draw(below: UInt64(elements.count)))
    return elements[elements.index(elements.startIndex, offsetBy: offset)]
  }

  /// Returns any integer of a type, as ``integer(in:)`` does.
  public mutating func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type = Integer.self
  ) -> Integer {
    integer(in: .min ... .max)
  }

  /// Returns an integer of a range: often near 0 or near the ends, otherwise of any size. The one
  /// nearest to 0 is the simplest.
  public mutating func integer<Integer: FixedWidthInteger>(
    in range: ClosedRange<Integer>
  ) -> Integer {
    let origin = min(max(0, range.lowerBound), range.upperBound)
    switch draw(below: 8) {
    case 0, 1, 2: return integer(in: range, from: origin, by: smallDistance(bits: 8))
    case 3, 4, 5: return integer(in: range, from: origin, by: distance())
    case 6: return integer(in: range, from: range.lowerBound, by: smallDistance(bits: 3))
    default: return integer(in: range, from: range.upperBound, by: smallDistance(bits: 3))
    }
  }

  private mutating func smallDistance<Magnitude: FixedWidthInteger>(bits: UInt64) -> Magnitude {
    Magnitude(truncatingIfNeeded: draw(below: 1 << bits))
  }

  /// Returns a distance. Every number of bits is equally likely.
  private mutating func distance<Magnitude: FixedWidthInteger>() -> Magnitude {
    let width = 1 + draw(below: UInt64(Magnitude.bitWidth))
    var distance: Magnitude = 0
    for shift in stride(from: 0, to: width, by: 64) {
      let part = width - shift >= 64 ? next() : draw(below: 1 << (width - shift))
      distance |= Magnitude(truncatingIfNeeded: part) << Magnitude(shift)
    }
    return distance
  }

  /// Returns the integer at a distance from `start`: in either direction if the range reaches that
  /// far in both, otherwise in the direction in which it does. If it does in neither, the distance
  /// is reduced to fit in the longer direction.
  private mutating func integer<Integer: FixedWidthInteger>(
    in range: ClosedRange<Integer>, from start: Integer, by distance: Integer.Magnitude
  ) -> Integer {
    let above = Integer.Magnitude(truncatingIfNeeded: range.upperBound &- start)
    let below = Integer.Magnitude(truncatingIfNeeded: start &- range.lowerBound)
    let isDown = bool()
    let (fitsAbove, fitsBelow) = (distance <= above, distance <= below)
    if fitsAbove && fitsBelow ? isDown : fitsBelow || !fitsAbove && below > above {
      return start &- Integer(truncatingIfNeeded: fitsBelow ? distance : distance % (below + 1))
    }
    return start &+ Integer(truncatingIfNeeded: fitsAbove ? distance : distance % (above + 1))
  }

  /// Returns a double of any kind: small whole ones, fractions, both zeros, infinities, the largest
  /// and the smallest, any bits. NaN, with any payload, is included only on request. 0 is the
  /// simplest.
  public mutating func double(includingNaN: Bool = false) -> Double {
    let number =
      switch draw(below: 4) {
      case 0: Double(integer(in: -1000...1000))
      case 1: Double(integer(in: -1_000_000...1_000_000)) / element(of: [2, 10, 100, 1000, 1e6])
      case 2: element(of: Self.edgesOfDouble)
      default: Double(bitPattern: next())
      }
    return number.isNaN && !includingNaN ? 0 : number
  }

  private static let edgesOfDouble: [Double] = [
    0, -0.0, 0.1, 0x1p53, 0x1p63, -0x1p63, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    .greatestFiniteMagnitude, .infinity, -.infinity, .nan,
  ]
}
