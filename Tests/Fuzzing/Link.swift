import Foundation
import PersistentObjectsKeyedArchive

/// An object with references to others, cycles included.
final class Link: NSObject, NSSecureCoding, ArchiveClassNaming {
  static let archiveClassName = "Link"
  static let supportsSecureCoding = true

  var content: Any?
  var next: [Link] = []
  var back: Link?

  init(_ content: Any?) { self.content = content }

  required init?(coder: NSCoder) {
    super.init()
    coder.beginDecoding(self)
    content = coder.decodeObject(forKey: "content")
    next = coder.decodeObject(of: [NSArray.self, Link.self], forKey: "next") as? [Link] ?? []
    back = coder.decodeObject(of: Link.self, forKey: "back")
    _ = coder.decodeInteger(forKey: "integer")
    _ = coder.decodeDouble(forKey: "real")
    _ = coder.decodeBool(forKey: "flag")
    _ = coder.withDecodedUnsafeBytes(forKey: "bytes") { $0?.count }
  }

  func encode(with coder: NSCoder) {
    coder.encode(content, forKey: "content")
    coder.encode(next as Any?, forKey: "next")
    coder.encodeConditionalObject(back, forKey: "back")
    coder.encode(300, forKey: "integer")
    coder.encode(0.5, forKey: "real")
    coder.encode(true, forKey: "flag")
    let bytes: [UInt8] = [1, 2, 3]
    bytes.withUnsafeBufferPointer {
      coder.encodeBytes($0.baseAddress, length: $0.count, forKey: "bytes")
    }
  }

  static func ring() -> Link {
    let links = (0..<4).map { Link("\($0)") }
    for (index, link) in links.enumerated() { link.next = [links[(index + 1) % 4]] }
    for link in links { link.back = links[0] }
    return links[0]
  }

  static func tree(depth: Int) -> Link {
    let link = Link(depth)
    if depth > 0 { link.next = (0..<2).map { _ in tree(depth: depth - 1) } }
    return link
  }

  /// Breaks the cycles that a link is part of, so that it is freed.
  func cut() {
    var rest = [self]
    var seen: Set<ObjectIdentifier> = []
    while let link = rest.popLast() {
      guard seen.insert(ObjectIdentifier(link)).inserted else { continue }
      rest += link.next + [link.back].compactMap { $0 }
      (link.next, link.back) = ([], nil)
      if let inner = link.content as? Link { rest.append(inner) }
      link.content = nil
    }
  }
}
