// SPDX-License-Identifier: Apache-2.0
// How to do a step again without the harness.

package import HTTP

/// The request of a step, and what later steps take from its answer. Nothing in it is secret.
///
/// In its texts `‹…›` stands for what a script puts in: `‹$name›` for a value that was taken, and
/// `‹/name›` for one that is a URL of the target, without its origin; `‹~name›` for an identifier
/// that is made anew. Any other is a secret, which the environment gives.
package struct StepRecipe: Sendable, Equatable {
  package var method: String
  /// What follows the origin: `/path?query`. For a visit, where it begins.
  package var target: String
  package var headers: [HeaderField] = []
  package var body = ""
  /// Texts that are sent in Base64: `‹$base64_1›` stands for the first.
  package var encoded: [String] = []
  /// The pause before it is sent again, 0 for a burst; nil for a request that is sent once.
  package var pauseMilliseconds: Int?
  /// Where a visit ends; nil for other requests.
  package var redirectURL: String?
  package var takes: [Take] = []

  package init(method: String, target: String) {
    self.method = method
    self.target = target
  }

  /// A value that is taken from the answer.
  package struct Take: Sendable, Equatable {
    /// `body` stands for the whole body.
    package enum Source: String, Sendable, CaseIterable { case json, header, body }

    package let name: String
    package let source: Source
    /// The JSON Pointer, or the name of the header.
    package let place: String

    package init(_ name: String, _ source: Source, _ place: String = "") {
      self.name = name
      self.source = source
      self.place = place
    }
  }
}

extension StepRecipe: RecordPart {
  init(_ c: RecordCoder, _ old: StepRecipe?) throws(RecordError) {
    method = try c("method", old?.method, c.string)
    target = try c("target", old?.target, c.string)
    headers = try c("headers", old?.headers, c.list, or: [])
    body = try c("body", old?.body, c.string)
    encoded = try c("encoded", old?.encoded, c.strings, or: [])
    pauseMilliseconds = try c.optional("pauseMs", old?.pauseMilliseconds, c.count)
    redirectURL = try c.optional("redirectURL", old?.redirectURL, c.string)
    takes = try c("takes", old?.takes, c.list, or: [])
  }
}

extension StepRecipe.Take: RecordPart {
  init(_ c: RecordCoder, _ old: StepRecipe.Take?) throws(RecordError) {
    self.init(
      try c("name", old?.name, c.string), try c("from", old?.source, c.word),
      try c("place", old?.place, c.string))
  }
}
