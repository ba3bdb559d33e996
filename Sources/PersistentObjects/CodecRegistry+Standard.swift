import Foundation
import PersistentObjectsCodecs
import PersistentObjectsEngine

extension CodecRegistry {
  /// The codecs of the common types and of Foundation's classes for them, of measurements and
  /// ranges, and of enums and option sets by raw value; everything else that is `Codable` or
  /// `NSCoding` is stored as a keyed archive.
  ///
  /// Add your own with `CodecRegistry.standard.registering(ColorCodec())`, which makes a new
  /// registry. A codec registered for a standard type replaces the standard codec.
  public static let standard = CodecRegistry()
    .registering(IntCodec()).registering(Int8Codec()).registering(Int16Codec())
    .registering(Int32Codec()).registering(Int64Codec())
    .registering(UIntCodec()).registering(UInt8Codec()).registering(UInt16Codec())
    .registering(UInt32Codec()).registering(UInt64Codec())
    .registering(DoubleCodec()).registering(FloatCodec()).registering(DecimalCodec())
    .registering(BoolCodec())
    .registering(StringCodec()).registering(SubstringCodec()).registering(CharacterCodec())
    .registering(DataCodec()).registering(BytesCodec())
    .registering(DateCodec()).registering(URLCodec()).registering(UUIDCodec())
    .registering(Int128Codec()).registering(UInt128Codec()).registeringFloat16()
    .registering(CalendarDayCodec()).registering(DurationCodec())
    .registering(DateComponentsCodec()).registering(CalendarCodec())
    .registering(TimeZoneCodec()).registering(LocaleCodec())
    .registering(NSStringCodec()).registering(NSMutableStringCodec())
    .registering(NSDataCodec()).registering(NSMutableDataCodec())
    .registering(NSNumberCodec()).registering(NSDecimalNumberCodec())
    .registering(NSDateCodec()).registering(NSURLCodec()).registering(NSUUIDCodec())
    .registering(NSNullCodec())
    .registering(provider: MeasurementProvider())
    .registering(provider: RangeProvider())
    .registering(provider: RawRepresentableProvider())
    .withFallback(KeyedArchiveProvider())

  /// Registers `Float16`, if the platform has it.
  private consuming func registeringFloat16() -> CodecRegistry {
    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
      registering(Float16Codec())
    #else
      self
    #endif
  }
}
