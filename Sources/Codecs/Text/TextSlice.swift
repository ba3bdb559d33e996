/// A part of a stored text, whose own parts have the same type.
protocol TextSlice: RandomAccessCollection<UInt8> where SubSequence == Self, Index == Int {}

extension Slice: TextSlice where Base == UnsafeRawBufferPointer {}
