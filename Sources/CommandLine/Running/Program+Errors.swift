import Foundation

extension Program {
  /// Prints an error, or the requested help.
  ///
  /// - Returns: the status of the error.
  func report(_ error: any Error, on output: Output) -> ExitStatus {
    switch error {
    case let request as HelpRequest: return printHelp(request, on: output)
    case is OutputClosed:
      output.progressLine.end()
      return .brokenPipe
    case let interrupted as Interrupted:
      try? output.finish()
      return interrupted.status
    case let error as UsageError:
      // If the standard error cannot be written to, only the status remains; likewise below.
      try? output.complain([error.message, "Try: \(helpLine(for: error.verb))"])
      return .wrongUse
    default: return complain(error, on: output)
    }
  }

  private func complain(_ error: any Error, on output: Output) -> ExitStatus {
    // The output before the error comes first. If it cannot be printed, the error still counts.
    try? output.finish()
    try? output.complain(messages(error) ?? [Self.message(of: error)])
    return .couldNotLook
  }

  private func helpLine(for verb: String?) -> String {
    guard let verb, verb != name else { return "\(name) help" }
    return "\(name) \(verb) --help"
  }

  private func printHelp(_ request: HelpRequest, on output: Output) -> ExitStatus {
    do {
      try output.raw(try help(for: request.verb, style: output.style).text)
      try output.finish()
      return .success
    } catch {
      return report(error, on: output)
    }
  }

  private func help(for verb: String?, style: Style) throws -> HelpText {
    guard let verb, verb != name else { return HelpText(of: self, style: style) }
    let command = try command(named: verb)
    return HelpText(of: command.declaration.withSharedOptions, in: self, style: style)
  }

  /// Returns the message of an error, without Foundation's wrapping.
  private static func message(of error: any Error) -> String {
    if let error = error as? any LocalizedError, let words = error.errorDescription { return words }
    guard let error = error as? CocoaError else { return String(describing: error) }
    let file = error.userInfo[NSFilePathErrorKey] as? String
    return (file.map { "\($0): " } ?? "") + error.localizedDescription
  }
}
