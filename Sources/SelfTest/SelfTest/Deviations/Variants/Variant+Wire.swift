// SPDX-License-Identifier: Apache-2.0
// Variants in the way that answers take.

internal import HTTPMessages

extension Variant {
  static let wire: [Variant] = [
    Variant(
      "slow", by: "REST API V2: no page promises a time", summary: "Each answer takes 40 ms",
      delay: .milliseconds(40)),
    Variant(
      "connection-for-each-request", by: "RFC 9112, section 9.6",
      summary: "Each answer closes its connection",
      .answer(at: ServiceEndpoint.everywhere) { response, _ in
        response.headers.set("Connection", "close")
      }),
    Variant(
      "chunked-bodies", by: "RFC 9112, section 7.1",
      summary: "Bodies come in chunks, with a trailer",
      .answer(at: ServiceEndpoint.everywhere) { response, _ in
        guard !response.body.isEmpty else { return }
        response.headers.set("Transfer-Encoding", "chunked")
        response.trailers = HeaderList(["X-Trace": "17"])
      }),
    Variant(
      "no-reason-phrase", by: "RFC 9112, section 4",
      summary: "The status lines have no reason phrase",
      .answer(at: ServiceEndpoint.everywhere) { response, _ in response.reason = "" }),
    Variant(
      "other-reason-phrases", by: "RFC 9112, section 4",
      summary: "The status lines have reason phrases of their own",
      .answer(at: ServiceEndpoint.everywhere) { response, _ in
        response.reason = "Answer \(response.status)"
      }),
    Variant(
      "more-headers", by: "RFC 9110, section 5.1",
      summary: "Answers have header fields that no document names, and cookies",
      .answer(at: ServiceEndpoint.everywhere) { response, _ in
        response.headers.append("Set-Cookie", "lb=1; Path=/")
        response.headers.append("Set-Cookie", "lb2=2; Path=/; HttpOnly")
        response.headers.append("Server", "nginx")
        response.headers.append("Access-Control-Allow-Origin", "*")
        response.headers.append("Cache-Control", "no-store, max-age=0")
        response.headers.append("Vary", "Origin")
      }),
    Variant(
      "header-names-in-capitals", by: "RFC 9110, section 5.1",
      summary: "The names of header fields are in capitals", names { $0.uppercased() }),
    Variant(
      "header-names-in-lower-case", by: "RFC 9110, section 5.1",
      summary: "The names of header fields are in lower case", names { $0.lowercased() }),
  ]

  private static func names(_ change: @escaping @Sendable (String) -> String) -> Alteration {
    .answer(at: ServiceEndpoint.everywhere) { response, _ in
      response.headers = HeaderList(
        response.headers.fields.map { HeaderField(change($0.name), $0.value) })
    }
  }
}
