/// A `sending` result on its way through functions that do not know of them.
///
/// `@unchecked Sendable`: what was sent is connected with nothing else.
struct SentResult<R>: @unchecked Sendable {
  let value: R

  init(_ value: sending R) { self.value = value }
}
