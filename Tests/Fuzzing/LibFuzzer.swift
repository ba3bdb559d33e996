#if LIBFUZZER
  import PersistentObjectsEngine

  // Runs the same decoders under libFuzzer, which sees the branches that its input takes.

  /// libFuzzer's main function. Its own `main` is not linked, since SwiftPM defines one.
  @_silgen_name("LLVMFuzzerRunDriver")
  private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt

  extension Fuzzing {
    static func runLibFuzzer() throws {
      var count = CommandLine.argc
      var arguments = CommandLine.unsafeArgv
      _ = runDriver(&count, &arguments) { bytes, count in
        Fuzzing.decode(UnsafeBufferPointer(start: bytes, count: count))
        return 0
      }
    }

    /// Decodes input that begins with the number of a target.
    private static func decode(_ input: UnsafeBufferPointer<UInt8>) {
      guard let number = input.first, Int(number) < all.count else { return }
      let target = all[Int(number)]
      do {
        try target.decode(target.samples[0].cell(Array(input.dropFirst())))
      } catch let error as BrokenLaw {
        fatalError("\(error)")
      } catch {}  // Refused, as it should be.
    }

    // Only libFuzzer's single thread reads the list.
    nonisolated(unsafe) private static let all: [FuzzTarget] = {
      do { return try targets() } catch { fatalError("\(error)") }
    }()
  }
#endif
