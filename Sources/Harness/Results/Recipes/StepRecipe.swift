// SPDX-License-Identifier: Apache-2.0
// How a step can be done again without the harness.

/// How a step can be done again by a script: what it sends, with the origin of each value, and what
/// later steps take from its answer. Nothing in it is secret.
package struct StepRecipe: Sendable, Equatable {
  /// nil for a step that sends nothing.
  package var request: Request?
  /// The values that later steps may use.
  package var takes: [Take]

  package init(request: Request? = nil, takes: [Take] = []) {
    self.request = request
    self.takes = takes
  }
}

extension StepRecipe {
  package struct Request: Sendable, Equatable {
    package var method: String
    /// What follows the origin: `/path?query`. Of a visit, where it begins.
    package var target: [Piece]
    package var headers: [Header]
    package var body: [Piece]
    /// How many times it is sent at once; 1 for a step without `burst`.
    package var times: Int
    /// The pause before it is sent again, in milliseconds; nil for a step without `retry`.
    package var pauseMilliseconds: Int?
    /// Where a visit ends; nil for other requests.
    package var redirectURL: String?

    package init(
      method: String, target: [Piece], headers: [Header] = [], body: [Piece] = [], times: Int = 1,
      pauseMilliseconds: Int? = nil, redirectURL: String? = nil
    ) {
      self.method = method
      self.target = target
      self.headers = headers
      self.body = body
      self.times = times
      self.pauseMilliseconds = pauseMilliseconds
      self.redirectURL = redirectURL
    }
  }

  package struct Header: Sendable, Equatable {
    package var name: String
    package var value: [Piece]

    package init(name: String, value: [Piece]) {
      self.name = name
      self.value = value
    }
  }

  /// A value that is taken from the answer, under a name that is unique in the scenario or in the
  /// shared fragment.
  package struct Take: Sendable, Equatable {
    package var name: String
    package var origin: Origin

    package init(name: String, origin: Origin) {
      self.name = name
      self.origin = origin
    }
  }

  package enum Origin: Sendable, Equatable {
    /// A JSON Pointer (RFC 6901) into the body.
    case body(String)
    case header(String)
    /// The whole body.
    case text
    /// The value of that name in the shared fragment that the step uses.
    case shared(String)
  }

  /// A part of a text that is sent.
  package indirect enum Piece: Sendable, Equatable {
    case literal(String)
    /// A value that an earlier step has taken.
    case value(String)
    /// A secret, from the environment variable of that name.
    case environment(String)
    /// The id of the device of that name, which is made anew.
    case device(String)
    /// An identifier that is made anew, with its length: the same number stands for the same text.
    case made(Int, length: Int)
    /// A time, in milliseconds after the beginning.
    case time(Int, TimeForm)
    /// The origin of the target: `https://api.example.com`.
    case targetOrigin
    /// The text of pieces in another form.
    case encoded(Coding, [Piece])
  }

  package enum TimeForm: String, Sendable, CaseIterable {
    case milliseconds
    /// `2026-01-31T12:00:00.000Z`
    case iso
  }

  package enum Coding: String, Sendable, CaseIterable {
    case base64
    /// For `application/x-www-form-urlencoded`.
    case form
    case percent
    /// Inside a string of JSON.
    case json
    /// What follows the origin of a URL.
    case target
    /// The ID of a SAML request, which is in Base64.
    case requestID
    /// Where the SAML request wants the response to be sent.
    case requestURL
    case requestIssuer
    /// The text as it is: what an emulated provider writes around the values of a SAML response.
    case plain
  }
}

extension StepRecipe {
  /// How deep pieces may be in each other.
  static let depthLimit = 12

  /// What the names of environment variables begin with, so that a report which somebody has made up
  /// can't ask for those of other programs.
  package static let variablePrefix = "SSO_"

  /// Whether a text can be the name of a value: a letter, then letters, digits and `_`.
  package static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= 100 else { return false }
    func isLetter(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte || 0x61...0x7A ~= byte }
    return isLetter(first)
      && text.utf8.allSatisfy { isLetter($0) || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") }
  }
}
