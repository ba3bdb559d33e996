/// A `sending` result on its way through functions that do not declare one.
///
/// `@unchecked Sendable`: a value that was sent shares no state with anything else.
struct SentResult<R>: @unchecked Sendable {
  let value: R

  init(_ value: sending R) { self.value = value }
}
