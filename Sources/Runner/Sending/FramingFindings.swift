// SPDX-License-Identifier: Apache-2.0
// Finds what makes an answer useless for every client: its lengths, its content coding.

import Expectations
import HTTP
import Text

/// Faults of an answer that no suite has to state: no client could use it.
enum FramingFindings {
  /// How an answer stands by its content coding.
  enum Coding {
    /// The body is not coded.
    case none
    case fault(Finding)
    /// The suite asked for it, and the harness does not decode it.
    case unreadable(String)
  }

  /// The faults of the lengths that an answer announces (RFC 9112, section 6.3), and of one that has none
  /// and ends with a TLS connection that was cut (section 9.8).
  static func inHead(of response: HTTPResponse, at position: Position) -> [Finding] {
    guard let issue = response.issues.first(where: \.isFatal) else { return [] }
    if response.headers["Content-Length"] == nil {
      return [
        Finding(
          place: .framing("Content-Length"), position: position,
          expected: "an end of the body that only the service can make",
          found: .text(issue.message),
          nearest: "such an answer is not complete (\(issue.rule)): send a length")
      ]
    }
    return [
      Finding(
        place: .framing("Content-Length"), position: position, expected: "one length of the body",
        found: .text(response.headers.values(of: "Content-Length").joined(separator: ", ")),
        nearest: "an answer with different lengths has to be thrown away (RFC 9112, section 6.3)")
    ]
  }

  /// The fault of the content coding of an answer whose body is read.
  static func coding(
    of response: HTTPResponse, to request: HTTPRequest, at position: Position
  ) -> Coding {
    let codings = codings(of: response)
    guard let last = codings.last, !response.body.isEmpty else { return .none }
    let written = codings.joined(separator: ", ")
    func fault(_ expected: QuotingText, _ nearest: QuotingText) -> Coding {
      .fault(
        Finding(
          place: .framing("Content-Encoding"), position: position, expected: expected,
          found: .text(written), nearest: nearest))
    }
    guard bodyMayHave(last, response.body) else {
      return fault(
        "no content coding that the body does not have",
        "the body does not begin as \(last) does, so no client can decode it")
    }
    let refused = codings.filter { !request.accepts(coding: $0) }
    guard refused.isEmpty else {
      let asked = request.headers.values(of: "Accept-Encoding").joined(separator: ", ")
      return fault(
        "no content coding that was not asked for",
        "the request has Accept-Encoding: \(asked); nothing is unpacked")
    }
    return .unreadable(
      "the body came with Content-Encoding: \(written), as the request allows, and the harness does "
        + "not decode it; leave Accept-Encoding as it is by default, or expect nothing of the body")
  }

  /// A remark about a content coding that was not asked for, where no body is judged.
  static func remarks(on response: HTTPResponse, to request: HTTPRequest) -> [WireIssue] {
    let refused = codings(of: response).filter { !request.accepts(coding: $0) }
    if refused.isEmpty { return [] }
    return [
      WireIssue(
        "the answer has a content coding that was not asked for: "
          + refused.joined(separator: ", "), rule: "RFC 9110, section 12.5.3")
    ]
  }

  /// The content codings of an answer in the order in which they were applied, in lower case.
  private static func codings(of response: HTTPResponse) -> [String] {
    if response.headers["Content-Encoding"] == nil { return [] }
    return Octets.list(response.headers.values(of: "Content-Encoding")).filter { $0 != "identity" }
  }

  /// Whether a body can be one of that coding: known codings have a beginning of their own.
  private static func bodyMayHave(_ coding: String, _ body: [UInt8]) -> Bool {
    switch coding {
    case "gzip", "x-gzip": body.starts(with: [0x1F, 0x8B])
    case "zstd": body.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
    case "deflate":
      // A zlib header (RFC 1950, section 2.2); some servers leave it out.
      body.count > 1 && body[0] & 0x0F == 8 && (Int(body[0]) * 256 + Int(body[1])) % 31 == 0
        || String(validating: body, as: UTF8.self) == nil
    default: String(validating: body, as: UTF8.self) == nil
    }
  }
}

extension HTTPRequest {
  /// Whether the request allows a content coding (RFC 9110, section 12.5.3): by default, any.
  fileprivate func accepts(coding: String) -> Bool {
    let values = headers.values(of: "Accept-Encoding")
    if values.isEmpty { return true }
    var others: Bool?
    for member in Octets.list(values) {
      let parts = member.split(separator: ";").map { Octets.trimmed(String($0)) }
      guard let name = parts.first else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { $0.dropFirst(2) }
      let isAllowed = weight.map { !$0.allSatisfy { $0 == "0" || $0 == "." } } ?? true
      if name == coding { return isAllowed }
      if name == "*" { others = isAllowed }
    }
    return others ?? false
  }
}
