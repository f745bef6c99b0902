// SPDX-License-Identifier: Apache-2.0
// A reader of text from outside, with what it promises.

/// A reader of text from outside: what it is fed, and what must hold of whatever it makes of that.
struct Surface: Sendable {
  /// What inputs look like, for mutations that keep some of it.
  enum Form: Sendable {
    case text
    /// JSON is also changed as a tree.
    case json
  }

  /// Tries an input.
  ///
  /// - Returns: Whether the input was read, not refused.
  /// - Throws: the flaw that it shows.
  typealias Check = @Sendable ([UInt8]) throws(Flaw) -> Bool

  let name: String
  let about: String
  var form = Form.text
  /// What is put into inputs: the words of the language.
  var pieces: [String] = []
  /// How long an input may take, in seconds of processor time in a release build.
  var patience = (base: 0.25, perByte: 0.000_005)
  /// The inputs that the mutations begin with.
  let seeds: @Sendable (Corpus) throws -> [[UInt8]]
  /// Prepares the check, once a process.
  let makeCheck: @Sendable (Corpus) throws -> Check
}

extension Surface {
  /// All surfaces, in the order of the help.
  static let all: [Surface] = [
    .yaml, .suites, .profiles, .json, .jsonPath, .xml, .expressions, .answers, .requests, .reports,
    .known, .recordings, .har, .messages, .encodings, .secrets, .printed,
  ]
}
