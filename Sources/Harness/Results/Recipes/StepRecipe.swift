// SPDX-License-Identifier: Apache-2.0
// How a step can be done again without the harness.

package import HTTPMessages

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

extension StepRecipe {
  func write(to text: inout JSONText) {
    text.string("method", request.method)
    text.string("target", request.target)
    text.fields("headers", request.headers)
    text.string("body", request.body)
    text.strings("encoded", request.encoded)
    if let pause = request.pauseMilliseconds { text.integer("pauseMs", pause) }
    if let redirectURL = request.redirectURL { text.string("redirectURL", redirectURL) }
    text.array("takes", takes) { take, text in
      text.object { text in
        text.string("name", take.name)
        text.string("from", take.source.rawValue)
        text.string("place", take.place)
      }
    }
  }

  init(_ reader: RecordReader) throws(RecordError) {
    request = Request(method: try reader.string("method"), target: try reader.string("target"))
    request.headers = try reader.fields("headers")
    request.body = try reader.string("body")
    request.encoded = try reader.strings("encoded")
    request.pauseMilliseconds =
      try reader.optional("pauseMs") == nil ? nil : try reader.count("pauseMs")
    request.redirectURL = try reader.optionalString("redirectURL")
    takes = try reader.list("takes") { item throws(RecordError) in
      Take(try item.string("name"), try item.word("from"), try item.string("place"))
    }
  }
}
