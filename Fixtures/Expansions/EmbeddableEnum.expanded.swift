import Foundation

enum Payment {
  case cash, voucher
  case card(number: String, expiry: Date = .now, String?)
  case transfer(String)
  case note(String?)
  case `default`(Int, Int)

  var isCash: Bool { true }
}

enum Stage {
  case open
}

nonisolated extension Payment: PersistentObjects.Embeddable, PersistentObjects._EmbeddableEnum {
  /// The codec that stores a value in several columns.
  struct _Composite: PersistentObjects.CompositeCodec {
    let identifier = PersistentObjects.CodecIdentifier("embeddable(Payment)")
    let fields: [PersistentObjects.CompositeField<Payment>] = [
      .init(_cases: Payment._cases),
      .init(_values: "card", \Payment._Fields.card, column: "credit", renamedFrom: ["credit_card"]),
      .init(_values: "transfer", \Payment._Fields.transfer),
      .init(_values: "note", \Payment._Fields.note),
      .init(_values: "default", \Payment._Fields.`default`),
    ]
    func encode(
      _ value: Payment, into fields: inout PersistentObjects.FieldWriter
    ) throws {
      switch value {
      case .cash:
        try fields.write(0)
        try fields._skip(4)
      case .voucher:
        try fields.write(1)
        try fields._skip(4)
      case .card(let v0, let v1, let v2):
        try fields.write(2)
        try fields.write(Swift.Optional(_Fields._Card(number: v0, expiry: v1, _2: v2)))
        try fields._skip(3)
      case .transfer(let v0):
        try fields.write(3)
        try fields._skip(1)
        try fields.write(v0 as (String)?)
        try fields._skip(2)
      case .note(let v0):
        try fields.write(4)
        try fields._skip(2)
        try fields.write(v0 as String?)
        try fields._skip(1)
      case .`default`(let v0, let v1):
        try fields.write(5)
        try fields._skip(3)
        try fields.write(Swift.Optional(_Fields._Default(_0: v0, _1: v1)))
      }
    }
    func decode(
      from fields: inout PersistentObjects.FieldReader
    ) throws -> Payment {
      switch try fields.read(Swift.Int.self) {
      case 0:
        try fields._skip(4)
        return .cash
      case 1:
        try fields._skip(4)
        return .voucher
      case 2:
        let values = try fields._readValues(of: "card", as: _Fields._Card.self)
        try fields._skip(3)
        return .card(number: values.number, expiry: values.expiry, values._2)
      case 3:
        try fields._skip(1)
        let values = try fields._readValues(of: "transfer", as: (String).self)
        try fields._skip(2)
        return .transfer(values)
      case 4:
        try fields._skip(2)
        let values = try fields.read((String?).self)
        try fields._skip(1)
        return .note(values)
      default:
        try fields._skip(3)
        let values = try fields._readValues(of: "default", as: _Fields._Default.self)
        return .`default`(values._0, values._1)
      }
    }
  }

  /// The codec that stores a value in several columns.
  static var compositeCodec: _Composite { _Composite() }

  /// The cases, in their order.
  static var _cases: [PersistentObjects._EnumCase] {
    [
      .init("cash", \Payment._Fields.cash),
      .init("voucher", \Payment._Fields.voucher),
      .init("credit", \Payment._Fields.card, renamedFrom: ["creditCard"]),
      .init("transfer", \Payment._Fields.transfer),
      .init("note", \Payment._Fields.note),
      .init("default", \Payment._Fields.`default`),
    ]
  }

  /// The values of the cases, as queries name them.
  struct _Fields {
    let cash: Swift.Void
    let voucher: Swift.Void
    let card: _Card?
    let transfer: (String)?
    let note: String?
    let `default`: _Default?
    /// The values of a case.
    struct _Card: PersistentObjects.Embeddable {
      let number: String
      let expiry: Date
      let _2: String?
      fileprivate init(number: String, expiry: Date, _2: String?) {
        self.number = number
        self.expiry = expiry
        self._2 = _2
      }
      /// The codec that stores a value in several columns.
      struct _Composite: PersistentObjects.CompositeCodec {
        let identifier = PersistentObjects.CodecIdentifier("embeddable(card)")
        let fields: [PersistentObjects.CompositeField<Payment._Fields._Card>] = [
          .init("number", \Payment._Fields._Card.number),
          .init("expiry", \Payment._Fields._Card.expiry, default: { .now }),
          .init("_2", \Payment._Fields._Card._2),
        ]
        func encode(
          _ value: Payment._Fields._Card, into fields: inout PersistentObjects.FieldWriter
        ) throws {
          try fields.write(value.number)
          try fields.write(value.expiry)
          try fields.write(value._2)
        }
        func decode(
          from fields: inout PersistentObjects.FieldReader
        ) throws -> Payment._Fields._Card {
          try Payment._Fields._Card(_fields: &fields)
        }
      }
      /// The codec that stores a value in several columns.
      static var compositeCodec: _Composite { _Composite() }
      fileprivate init(_fields fields: inout PersistentObjects.FieldReader) throws {
        self.number = try fields.read((String).self)
        self.expiry = try fields.read((Date).self)
        self._2 = try fields.read((String?).self)
      }
    }
    /// The values of a case.
    struct _Default: PersistentObjects.Embeddable {
      let _0: Int
      let _1: Int
      fileprivate init(_0: Int, _1: Int) {
        self._0 = _0
        self._1 = _1
      }
      /// The codec that stores a value in several columns.
      struct _Composite: PersistentObjects.CompositeCodec {
        let identifier = PersistentObjects.CodecIdentifier("embeddable(default)")
        let fields: [PersistentObjects.CompositeField<Payment._Fields._Default>] = [
          .init("_0", \Payment._Fields._Default._0),
          .init("_1", \Payment._Fields._Default._1),
        ]
        func encode(
          _ value: Payment._Fields._Default, into fields: inout PersistentObjects.FieldWriter
        ) throws {
          try fields.write(value._0)
          try fields.write(value._1)
        }
        func decode(
          from fields: inout PersistentObjects.FieldReader
        ) throws -> Payment._Fields._Default {
          try Payment._Fields._Default(_fields: &fields)
        }
      }
      /// The codec that stores a value in several columns.
      static var compositeCodec: _Composite { _Composite() }
      fileprivate init(_fields fields: inout PersistentObjects.FieldReader) throws {
        self._0 = try fields.read((Int).self)
        self._1 = try fields.read((Int).self)
      }
    }
  }
}

nonisolated extension Stage: PersistentObjects.Embeddable, PersistentObjects._EmbeddableEnum {
  /// The codec that stores a value in several columns.
  struct _Composite: PersistentObjects.CompositeCodec {
    let identifier = PersistentObjects.CodecIdentifier("embeddable(Stage)")
    let fields: [PersistentObjects.CompositeField<Stage>] = [
      .init(_cases: Stage._cases),
    ]
    func encode(
      _ value: Stage, into fields: inout PersistentObjects.FieldWriter
    ) throws {
      switch value {
      case .open:
        try fields.write(0)
      }
    }
    func decode(
      from fields: inout PersistentObjects.FieldReader
    ) throws -> Stage {
      switch try fields.read(Swift.Int.self) {
      default:
        return .open
      }
    }
  }

  /// The codec that stores a value in several columns.
  static var compositeCodec: _Composite { _Composite() }

  /// The cases, in their order.
  static var _cases: [PersistentObjects._EnumCase] {
    [
      .init("open", \Stage._Fields.open),
    ]
  }

  /// The values of the cases, as queries name them.
  struct _Fields {
    let open: Swift.Void
  }
}
