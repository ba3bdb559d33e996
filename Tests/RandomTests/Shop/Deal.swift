import Foundation
import PersistentObjects

/// The properties of a deal, in a store and as plain values.
protocol DealValues {
  var number: Int { get set }
  var visits: Int { get set }
  var home: Residence { get set }
  var billing: Residence? { get set }
  var opinion: Opinion? { get set }
  var verdict: Opinion { get set }
  var envelope: Envelope? { get set }
  var parcel: Parcel? { get set }
  var price: Price { get set }
  var rebate: Price? { get set }
  var weight: Weight { get set }
  var load: Weight? { get set }
  var stay: Range<Date> { get set }
  var pause: Range<Date>? { get set }
  var lines: [Line] { get set }
  var offers: [Line?] { get set }
  var opinions: [Opinion?] { get set }
  var parcels: [String: Parcel] { get set }
  var votes: [Int: Opinion?] { get set }
  var labels: Set<Label> { get set }
  var rounds: [[Line]] { get set }
  var extra: [Label]? { get set }
}

@Persistent final class Deal: DealValues {
  @Column(unique: true) var number: Int
  var visits: Int
  var home: Residence
  var billing: Residence?
  var opinion: Opinion?
  var verdict: Opinion
  var envelope: Envelope?
  var parcel: Parcel?
  var price: Price
  var rebate: Price?
  @Column(codec: WeightCodec()) var weight: Weight
  @Column(codec: WeightCodec()) var load: Weight?
  @Column(codec: SpanCodec()) var stay: Range<Date>
  @Column(codec: SpanCodec()) var pause: Range<Date>?
  var lines: [Line] = []
  var offers: [Line?] = []
  var opinions: [Opinion?] = []
  var parcels: [String: Parcel] = [:]
  var votes: [Int: Opinion?] = [:]
  var labels: Set<Label> = []
  var rounds: [[Line]] = []
  var extra: [Label]?
}

struct PlainDeal: DealValues, Equatable {
  var number: Int
  var visits: Int
  var home: Residence
  var billing: Residence?
  var opinion: Opinion?
  var verdict: Opinion
  var envelope: Envelope?
  var parcel: Parcel?
  var price: Price
  var rebate: Price?
  var weight: Weight
  var load: Weight?
  var stay: Range<Date>
  var pause: Range<Date>?
  var lines: [Line]
  var offers: [Line?]
  var opinions: [Opinion?]
  var parcels: [String: Parcel]
  var votes: [Int: Opinion?]
  var labels: Set<Label>
  var rounds: [[Line]]
  var extra: [Label]?
}

extension PlainDeal {
  init(_ deal: some DealValues) {
    self.init(
      number: deal.number, visits: deal.visits, home: deal.home, billing: deal.billing,
      opinion: deal.opinion,
      verdict: deal.verdict, envelope: deal.envelope, parcel: deal.parcel, price: deal.price,
      rebate: deal.rebate, weight: deal.weight, load: deal.load, stay: deal.stay,
      pause: deal.pause, lines: deal.lines, offers: deal.offers, opinions: deal.opinions,
      parcels: deal.parcels, votes: deal.votes, labels: deal.labels, rounds: deal.rounds,
      extra: deal.extra)
  }

  /// Returns the difference from another deal; nil if every bit is the same. `==` does not tell 0.0
  /// from -0.0.
  func difference(from other: PlainDeal) -> String? {
    if self == other && bits == other.bits { return nil }
    let texts = zip(texts, other.texts).first { $0 != $1 } ?? ("\(self)", "\(other)")
    return "\(texts.0), not \(texts.1)"
  }

  /// The bits of all doubles.
  private var bits: [UInt64?] {
    let points =
      [home.point, billing?.point, parcel?.address.point]
      + parcels.sorted { $0.key < $1.key }.map(\.value.address.point)
    return points.flatMap { [$0?.latitude.bitPattern, $0?.longitude.bitPattern] }
      + [weight.value.bitPattern, load?.value.bitPattern]
  }

  private var texts: [String] {
    [
      "home \(home)", "billing \(billing as Any)", "opinion \(opinion as Any)",
      "verdict \(verdict)", "envelope \(envelope as Any)", "parcel \(parcel as Any)",
      "price \(price)", "rebate \(rebate as Any)", "weight \(weight)", "load \(load as Any)",
      "lines \(lines)", "offers \(offers)", "opinions \(opinions)",
      "parcels \(parcels.sorted { $0.key < $1.key })", "votes \(votes.sorted { $0.key < $1.key })",
      "labels \(labels.map { "\($0)" }.sorted())", "rounds \(rounds)", "extra \(extra as Any)",
    ]
  }
}

extension Deal {
  convenience init(_ deal: PlainDeal) {
    self.init(
      number: deal.number, visits: deal.visits, home: deal.home, billing: deal.billing,
      opinion: deal.opinion,
      verdict: deal.verdict, envelope: deal.envelope, parcel: deal.parcel, price: deal.price,
      rebate: deal.rebate, weight: deal.weight, load: deal.load, stay: deal.stay,
      pause: deal.pause, lines: deal.lines, offers: deal.offers, opinions: deal.opinions,
      parcels: deal.parcels, votes: deal.votes, labels: deal.labels, rounds: deal.rounds,
      extra: deal.extra)
  }
}
