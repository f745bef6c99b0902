// SPDX-License-Identifier: Apache-2.0
// What the application is told from outside: its environment and its arguments.

import Foundation

/// What the application is set up with.
///
///     ExampleApplication [--mistake NAME] [--own-choice MVPD] STEP …
struct Settings: Sendable {
  let serviceURL: URL
  let softwareStatement: String
  let serviceProvider: String
  let domain: String
  let redirectURL: String
  /// The file in which the application keeps what outlives it.
  let store: URL
  private(set) var mistake: Mistake?
  /// The MVPD that the viewer picks in the picker of the application; nil: none.
  private(set) var ownChoice: String?
  private(set) var steps: [Step] = []
}

extension Settings {
  init(_ words: [String], environment: [String: String]) throws {
    func value(_ name: String) throws -> String {
      guard let value = environment["EXAMPLE_\(name)"] else {
        throw UsageMistake("set EXAMPLE_\(name)")
      }
      return value
    }
    guard let url = URL(string: try value("SERVICE_URL")) else {
      throw UsageMistake("EXAMPLE_SERVICE_URL is no URL")
    }
    serviceURL = url
    softwareStatement = try value("SOFTWARE_STATEMENT")
    serviceProvider = try value("SERVICE_PROVIDER")
    domain = try value("DOMAIN")
    redirectURL = try value("REDIRECT_URL")
    store = URL(fileURLWithPath: try value("STORE"))
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--mistake":
        guard let mistake = words.popFirst().flatMap(Mistake.init) else {
          throw UsageMistake("--mistake is one of \(Mistake.allCases.map(\.rawValue))")
        }
        self.mistake = mistake
      case "--own-choice": ownChoice = words.popFirst()
      default:
        guard let step = Step(word) else { throw UsageMistake("there is no step '\(word)'") }
        steps.append(step)
      }
    }
  }

  func makes(_ mistake: Mistake) -> Bool { self.mistake == mistake }
}

/// What the viewer does with the application.
enum Step: Sendable {
  /// Opens it: the application checks the authentication, and has the viewer sign in.
  case start
  /// Looks at the catalogue.
  case browse
  case play(String)
  /// Leaves it for the home screen, or for Settings, and comes back.
  case background
  case signOut

  init?(_ word: String) {
    let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
    switch (parts.first, parts.dropFirst().first) {
    case ("start", nil): self = .start
    case ("browse", nil): self = .browse
    case ("play", let item?): self = .play(item)
    case ("background", nil): self = .background
    case ("sign-out", nil): self = .signOut
    default: return nil
    }
  }
}

struct UsageMistake: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
