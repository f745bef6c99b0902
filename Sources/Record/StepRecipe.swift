// SPDX-License-Identifier: Apache-2.0
// How a step can be done again without the harness.

package import HTTP

/// What a step sends, and what later steps take from its answer. Nothing in it is secret.
///
/// In its texts `‹…›` stands for what a script puts in: `‹$name›` for a value that was taken, and
/// `‹/name›` for one that is a URL of the target, without its origin; `‹~name›` for an identifier
/// that is made anew; `‹@N›` and `‹#N›` for the time N milliseconds after the call, as in SAML and in
/// milliseconds; `‹›` for nothing. Any other is a secret, which the environment gives.
package struct StepRecipe: Sendable, Equatable {
  package var request: Request
  package var takes: [Take]

  package init(request: Request, takes: [Take] = []) {
    self.request = request
    self.takes = takes
  }

  package struct Request: Sendable, Equatable {
    package var method: String
    /// What follows the origin: `/path?query`. Of a visit, where it begins.
    package var target: String
    package var headers: [HeaderField] = []
    package var body = ""
    /// Texts that are sent in Base64: `‹$base64_1›` stands for the first.
    package var encoded: [String] = []
    /// The pause before it is sent again, 0 for a burst; nil for what is sent once.
    package var pauseMilliseconds: Int?
    /// Where a visit ends; nil for other requests.
    package var redirectURL: String?

    package init(method: String, target: String) {
      self.method = method
      self.target = target
    }
  }

  /// A value that is taken from the answer: from the place of a JSON Pointer, the ID of the SAML
  /// request that stands there in Base64, a header, or the whole body.
  package struct Take: Sendable, Equatable {
    package enum Source: String, Sendable, CaseIterable { case json, requestID, header, body }

    package var name: String
    package var source: Source
    /// The JSON Pointer, or the name of the header.
    package var place: String

    package init(_ name: String, _ source: Source, _ place: String = "") {
      self.name = name
      self.source = source
      self.place = place
    }
  }
}

extension StepRecipe: RecordPart {
  init(_ c: RecordCoder, _ old: StepRecipe?) throws(RecordError) {
    let sent = old?.request
    request = Request(
      method: try c("method", sent?.method, c.string),
      target: try c("target", sent?.target, c.string))
    request.headers = try c("headers", sent?.headers, c.list, or: [])
    request.body = try c("body", sent?.body, c.string)
    request.encoded = try c("encoded", sent?.encoded, c.strings, or: [])
    request.pauseMilliseconds = try c.optional("pauseMs", sent?.pauseMilliseconds, c.count)
    request.redirectURL = try c.optional("redirectURL", sent?.redirectURL, c.string)
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
