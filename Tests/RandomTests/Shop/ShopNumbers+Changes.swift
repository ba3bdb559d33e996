import Foundation
import PersistentObjects
import TestSupport

// Changes of one field, of a whole value, and of collections of values.

extension ShopNumbers {
  mutating func change(_ deal: inout some DealValues) {
    switch number(below: 4) {
    case 0: changeWhole(&deal)
    case 1: changeElements(&deal)
    case 2: changeCollection(&deal)
    default: changeField(&deal)
    }
  }

  private mutating func changeField(_ deal: inout some DealValues) {
    switch number(below: 19) {
    case 0: deal.home.city = text()
    case 1: deal.home.zip = maybe { $0.text() }
    case 2: deal.home.point = maybe { $0.point() }
    case 3: deal.home.point?.longitude = double()
    case 4: deal.billing?.street = text()
    case 5: deal.billing?.point?.latitude = double()
    case 6: deal.opinion?.stars = maybe { $0.integer() }
    case 7: deal.opinion?.text = nil
    case 8: deal.verdict.stars = nil
    case 9: deal.verdict.text = maybe { $0.text() }
    case 10: deal.envelope?.opinion = maybe { $0.opinion() }
    case 11: deal.envelope?.opinion?.text = maybe { $0.text() }
    case 12: deal.parcel?.address.city = text()
    case 13: deal.parcel?.opinion = Opinion()
    case 14: deal.parcel?.envelope = Envelope(opinion: Opinion())
    case 15: deal.price.amount = decimal()
    case 16: deal.rebate?.currency = text()
    case 17: deal.weight.unit = pick(["kg", "g", nil])
    default: deal.load?.value = double()
    }
  }

  private mutating func changeWhole(_ deal: inout some DealValues) {
    switch number(below: 14) {
    case 0: deal.home = residence()
    case 1: deal.billing = maybe { $0.residence() }
    case 2: deal.opinion = maybe { $0.opinion() }
    case 3: deal.opinion = Opinion()
    case 4: deal.opinion = nil
    case 5: deal.verdict = opinion()
    case 6: deal.envelope = maybe { $0.envelope() }
    case 7: deal.parcel = maybe { $0.parcel() }
    case 8: deal.price = price()
    case 9: deal.rebate = maybe { $0.price() }
    case 10: deal.weight = weight()
    case 11: deal.load = maybe { $0.weight() }
    case 12: deal.stay = span()
    default: deal.pause = maybe { $0.span() }
    }
  }

  private mutating func changeElements(_ deal: inout some DealValues) {
    switch number(below: 9) {
    case 0: change(&deal.lines) { $1.quantity = $0.quantity() }
    case 1: change(&deal.lines) { $1.price.amount = $0.decimal() }
    case 2: change(&deal.offers) { $1?.remark = $0.maybe { $0.text() } }
    case 3: change(&deal.offers) { $1 = $0.maybe { $0.line() } }
    case 4: change(&deal.opinions) { $1 = $0.maybe { $0.opinion() } }
    case 5: change(&deal.opinions) { $1?.text = nil }
    case 6: change(&deal.rounds) { $0.change(&$1) { $1.quantity = $0.quantity() } }
    case 7:
      let key = deal.parcels.keys.min()
      if let key { deal.parcels[key]?.address.point = maybe { $0.point() } }
    default:
      let key = deal.votes.keys.max()
      if let key { deal.votes[key] = .some(maybe { $0.opinion() }) }
    }
  }

  private mutating func changeCollection(_ deal: inout some DealValues) {
    switch number(below: 11) {
    case 0: changeList(&deal.lines) { $0.line() }
    case 1: changeList(&deal.offers) { $0.maybe { $0.line() } }
    case 2: changeList(&deal.opinions) { $0.maybe { $0.opinion() } }
    case 3: changeList(&deal.rounds) { $0.several { $0.line() } }
    case 4: change(&deal.rounds) { $0.changeList(&$1) { $0.line() } }
    case 5: deal.parcels[text()] = maybe { $0.parcel() }
    case 6: deal.votes[quantity()] = .some(maybe { $0.opinion() })
    case 7: deal.votes.removeValue(forKey: quantity())
    case 8: deal.labels.insert(label())
    case 9:
      let label = deal.labels.min { ($0.name, $0.size) < ($1.name, $1.size) }
      if let label { deal.labels.remove(label) }
    default: deal.extra = maybe { $0.several { $0.label() } }
    }
  }

  /// Changes one of several elements.
  private mutating func change<Element>(
    _ list: inout [Element], _ change: (inout ShopNumbers, inout Element) -> Void
  ) {
    if !list.isEmpty { change(&self, &list[number(below: list.count)]) }
  }

  /// Adds, removes, moves or replaces elements.
  private mutating func changeList<Element>(
    _ list: inout [Element], _ make: (inout ShopNumbers) -> Element
  ) {
    switch number(below: 6) {
    case 0: list = several(make)
    case 1 where !list.isEmpty: list.remove(at: number(below: list.count))
    case 2: list.reverse()
    case 3: list.removeAll()
    case 4: list.insert(make(&self), at: number(below: list.count + 1))
    default: list.append(make(&self))
    }
  }
}
