// inherits
@Persistent final class Contract: Document {
  override func willSave() throws { try super.willSave() }
  func didLoad() {}
  override func didSave() {}
}
