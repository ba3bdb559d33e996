/// A row from which an object is made.
public struct _RowReader: ~Copyable {
  @usableFromInline let cells: Cells
  @usableFromInline let plan: EntityPlan

  init(_ cells: Cells, plan: EntityPlan) {
    self.cells = cells
    self.plan = plan
  }

  /// The value of a plain property, decoded by its codec.
  @inlinable
  public func value<Value>(_ index: Int) throws -> Value {
    // The plan binds each property by the type that the class declares, and this is that class.
    let binding = unsafeDowncast(plan.bindings[index], to: ValueBinding<Value>.self)
    do {
      return try binding.codec.decode(from: cells, at: binding.position)
    } catch {
      throw binding.decodingFailed(error, pk: cells.integer(at: 0))
    }
  }

  /// The slot of a property that has one: a value, or a fault.
  public func slot<Value>(_ index: Int) throws -> _Slot<Value> {
    // As above.
    let binding = unsafeDowncast(plan.bindings[index], to: SlotBinding<Value>.self)
    do {
      return try binding.read(from: cells)
    } catch {
      throw binding.decodingFailed(error, pk: cells.integer(at: 0))
    }
  }
}

/// The parameters of an INSERT, to which an object writes itself.
public struct _RowWriter: ~Copyable {
  @usableFromInline let cells: Cells
  @usableFromInline let plan: EntityPlan

  init(_ cells: Cells, plan: EntityPlan) {
    self.cells = cells
    self.plan = plan
  }

  /// Writes a plain property.
  @inlinable
  public func write<Value>(_ index: Int, _ value: Value) throws {
    // The plan binds each property by the type that the class declares, and this is that class.
    let binding = unsafeDowncast(plan.bindings[index], to: ValueBinding<Value>.self)
    do {
      try binding.codec.encode(value, into: cells, at: binding.position)
    } catch {
      throw binding.encodingFailed(error, pk: nil)
    }
  }

  /// Writes a property that has a slot.
  public func write<Value>(_ index: Int, slot: _Slot<Value>) throws {
    // As above.
    let binding = unsafeDowncast(plan.bindings[index], to: SlotBinding<Value>.self)
    do {
      try binding.write(slot, into: cells, at: binding.position)
    } catch {
      throw binding.encodingFailed(error, pk: nil)
    }
  }
}
