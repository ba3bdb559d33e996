import PersistentObjectsCodec
import PersistentObjectsCodecs
import PersistentObjectsDriver

struct Triple: Hashable, CustomStringConvertible {
  var first: Int64
  var second: Int64
  var note: String?

  var description: String { "(\(first), \(second), \(note ?? "nil"))" }
}

/// A codec of three columns, made of two closures, which keeps the laws unless they are replaced.
struct TripleCodec: CompositeCodec {
  var identifier = CodecIdentifier("pair")
  var fields = [
    CompositeField("first", \Triple.first), CompositeField("second", \Triple.second),
    CompositeField("note", \Triple.note),
  ]
  var isSearchable = true
  var write: @Sendable (Triple, inout FieldWriter) throws -> Void = { pair, fields in
    try fields.write(pair.first)
    try fields.write(pair.second)
    try fields.write(pair.note)
  }
  var read: @Sendable (inout FieldReader) throws -> Triple = { fields in
    Triple(first: try fields.read(), second: try fields.read(), note: try fields.read())
  }

  func encode(_ pair: Triple, into fields: inout FieldWriter) throws { try write(pair, &fields) }
  func decode(from fields: inout FieldReader) throws -> Triple { try read(&fields) }
}

/// A value all of whose fields may be nil.
struct Remark: Hashable {
  var text: String?
  var stars: Int64?
}

struct RemarkCodec: CompositeCodec {
  let identifier = CodecIdentifier("remark")
  let fields = [CompositeField("text", \Remark.text), CompositeField("stars", \Remark.stars)]

  func encode(_ remark: Remark, into fields: inout FieldWriter) throws {
    try fields.write(remark.text)
    try fields.write(remark.stars)
  }
  func decode(from fields: inout FieldReader) throws -> Remark {
    Remark(text: try fields.read(), stars: try fields.read())
  }
}

/// A value with a field of several columns, and one that may be nil.
struct Couple: Hashable {
  var pair: Triple
  var remark: Remark?
}

struct CoupleCodec: CompositeCodec {
  let identifier = CodecIdentifier("couple")
  let fields = [
    CompositeField("pair", \Couple.pair, codec: TripleCodec()),
    CompositeField("remark", \Couple.remark, codec: RemarkCodec()),
  ]

  func encode(_ couple: Couple, into fields: inout FieldWriter) throws {
    try fields.write(couple.pair)
    try fields.write(couple.remark)
  }
  func decode(from fields: inout FieldReader) throws -> Couple {
    Couple(pair: try fields.read(), remark: try fields.read())
  }
}

/// A codec of a text whose case does not matter, which stores its first letter and the rest.
struct CaselessCodec: CompositeCodec {
  let identifier = CodecIdentifier("caseless")
  var isSearchable = true
  let fields = [
    CompositeField<CaselessText>("first", of: String.self),
    CompositeField<CaselessText>("rest", of: String.self),
  ]

  func encode(_ value: CaselessText, into fields: inout FieldWriter) throws {
    try fields.write(String(value.text.prefix(1)))
    try fields.write(String(value.text.dropFirst()))
  }
  func decode(from fields: inout FieldReader) throws -> CaselessText {
    CaselessText(text: try fields.read() + fields.read())
  }
}

/// A codec of objects with a field of one column.
struct TagCodec: CompositeCodec {
  let identifier = CodecIdentifier("tag")
  let fields = [CompositeField<Tag>("name", of: String.self)]

  func encode(_ tag: Tag, into fields: inout FieldWriter) throws { try fields.write(tag.name) }
  func decode(from fields: inout FieldReader) throws -> Tag { Tag(try fields.read()) }
}
