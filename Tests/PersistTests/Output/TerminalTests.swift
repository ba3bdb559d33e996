import Foundation
import Testing

@testable import PersistentObjectsCommandLine

@Suite struct TerminalTests {
  @Test(arguments: [
    (Terminal(isTerminal: true, width: 80), ColorChoice.automatic, true),
    (Terminal(isTerminal: true, isDumb: true, width: 80), .automatic, false),
    (Terminal(isTerminal: true, width: 80, refusesColor: true), .automatic, false),
    (Terminal(isTerminal: true, width: 80, refusesColor: true), .always, true),
    (Terminal(isTerminal: true, width: 80), .never, false),
    (Terminal.none, .automatic, false),
    (Terminal.none, .always, true),
  ])
  func paintsWhereColorsAreWanted(terminal: Terminal, choice: ColorChoice, isColored: Bool) {
    #expect(Style(for: terminal, choice: choice).isColored == isColored)
  }

  @Test(arguments: [
    ([:], false, 80), (["NO_COLOR": ""], false, 80), (["NO_COLOR": "1"], true, 80),
    (["COLUMNS": "132"], false, 132), (["COLUMNS": "x"], false, 80), (["COLUMNS": "3"], false, 20),
    (["COLUMNS": "-5"], false, 20),
  ])
  func reads(environment: [String: String], refusesColor: Bool, width: Int) throws {
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    let terminal = Terminal(descriptor: descriptor, environment: environment)
    #expect(!terminal.isTerminal)
    #expect(terminal.refusesColor == refusesColor)
    #expect(terminal.width == width)
  }
}
