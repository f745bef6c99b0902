// SPDX-License-Identifier: Apache-2.0
// The rules that say where the body of a message ends.

/// How the end of a body is found (RFC 9112, section 6.3).
package enum BodyFraming: Sendable, Equatable {
  case none
  case length(Int)
  /// Several lengths that differ: see `ResponseReader` for what is read.
  case lengths(least: Int, greatest: Int)
  case chunked
  case untilClose
  /// The status forbids a body, and yet the head announces one of so many bytes.
  case forbidden(announced: Int)

  /// The framing of an answer, what is wrong with it, and whether the connection can be used on.
  package struct Decision: Sendable, Equatable {
    package var framing: BodyFraming
    package var issues = IssueList()
    package var isTrustworthy = true
  }

  /// Decides by the head of an answer and the method of its request.
  ///
  /// - Throws: `.contentLength` for a length that is no number, `.bodyTooLong` for one above the
  ///   limit.
  package static func response(
    _ head: ResponseHead, to method: String, limits: HTTPLimits
  ) throws(MessageError) -> Decision {
    let codings = Octets.list(head.headers.values(of: "Transfer-Encoding"))
    if method == "CONNECT", 200...299 ~= head.status { return Decision(framing: .none) }
    if method == "HEAD" || head.status == 304 { return Decision(framing: .none) }
    var decision = Decision(framing: .untilClose)
    let lengths = try lengths(head.headers, hasCoding: !codings.isEmpty, into: &decision.issues)
    if head.status < 200 || head.status == 204 {
      return withoutBody(head, codings: codings, lengths: lengths, decision)
    }
    guard codings.isEmpty else { return coded(head, codings, lengths: lengths, decision) }
    guard let least = lengths.min(), let greatest = lengths.max() else {
      decision.isTrustworthy = false
      return decision
    }
    if greatest > limits.bodyBytes {
      throw MessageError(
        .bodyTooLong(
          announced: greatest == .max ? "more than 10^18" : "\(greatest)",
          limitBytes: limits.bodyBytes))
    }
    decision.framing = .length(least)
    if least < greatest {
      decision.framing = .lengths(least: least, greatest: greatest)
      decision.isTrustworthy = false
    }
    return decision
  }

  private static func withoutBody(
    _ head: ResponseHead, codings: [String], lengths: [Int], _ decision: Decision
  ) -> Decision {
    var decision = decision
    decision.framing = .none
    let announced = codings.isEmpty ? lengths.max() ?? 0 : .max
    if head.headers["Content-Length"] != nil {
      decision.issues.add(
        WireIssue("an answer \(head.status) has Content-Length", rule: "RFC 9110, section 8.6"))
    }
    if !codings.isEmpty {
      decision.issues.add(
        WireIssue("an answer \(head.status) has Transfer-Encoding", rule: "RFC 9112, section 6.1"))
    }
    if announced > 0 {
      decision.isTrustworthy = false
      // An interim answer is followed by the final one, also where it announces a body.
      if head.status == 204 { decision.framing = .forbidden(announced: announced) }
    }
    return decision
  }

  private static func coded(
    _ head: ResponseHead, _ codings: [String], lengths: [Int], _ decision: Decision
  ) -> Decision {
    var decision = decision
    if head.headers["Content-Length"] != nil {
      decision.isTrustworthy = false
      decision.issues.add(
        WireIssue(
          "the answer has both Transfer-Encoding and Content-Length",
          rule: "RFC 9112, section 6.2"))
    }
    if !head.version.isPersistent {
      decision.isTrustworthy = false
      decision.issues.add(
        WireIssue("an answer before HTTP/1.1 has Transfer-Encoding", rule: "RFC 9112, section 6.1"))
    }
    if codings != ["chunked"] {
      decision.isTrustworthy = false
      decision.issues.add(
        WireIssue(
          "the answer has a transfer coding that was not asked for: "
            + ShownBytes.quoted(Array(codings.joined(separator: ", ").utf8)),
          rule: "RFC 9112, section 7"))
    }
    decision.framing = codings.last == "chunked" ? .chunked : .untilClose
    return decision
  }

  /// The different lengths of all Content-Length fields and their list members.
  private static func lengths(
    _ headers: HeaderList, hasCoding: Bool, into issues: inout IssueList
  ) throws(MessageError) -> [Int] {
    let values = headers.values(of: "Content-Length")
    if values.isEmpty { return [] }
    var lengths: [Int] = []
    var count = 0
    for value in values {
      for member in value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      {
        count += 1
        guard let length = number(Octets.trimmed(String(decoding: member, as: UTF8.self))) else {
          // With a transfer coding the length decides nothing.
          if hasCoding { continue }
          throw MessageError(.contentLength(ShownBytes.quoted(Array(value.utf8))))
        }
        if !lengths.contains(length) && lengths.count < 8 { lengths.append(length) }
      }
    }
    if count > 1 {
      let what =
        lengths.count > 1
        ? "Content-Length is there more than once, with different values: "
          + lengths.map { "\($0)" }.joined(separator: ", ")
        : "Content-Length is there more than once"
      // With a transfer coding the length decides nothing.
      issues.add(
        WireIssue(what, rule: "RFC 9112, section 6.3", isFatal: lengths.count > 1 && !hasCoding))
    }
    return lengths
  }

  /// A length of digits only; one of more than 18 digits is the greatest integer.
  static func number(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ Octets.isDigit($0) }) else { return nil }
    let digits = text.utf8.drop { $0 == 0x30 }
    return digits.count > 18 ? .max : digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }
}
