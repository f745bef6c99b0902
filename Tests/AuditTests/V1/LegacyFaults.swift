// SPDX-License-Identifier: Apache-2.0
// Faults of applications of V1, each with the requirements that it breaks.

import Audit
import HTTP
import TestSupport
import Text

enum LegacyFaults {
  private static let parameters: [Fault] =
    [
      ("check", "V1-01-04"), ("authorization", "V1-11-08"), ("media-token", "V1-11-08"),
      ("preauthorization", "V1-11-11"),
    ].map { entry, id in
      Fault("\(entry) without deviceId", [id]) { $0.url("&deviceId=3F2504E0-4F89", "", of: entry) }
    }
    + ["requestor", "deviceId", "mvpd", "deviceType", "SAMLResponse"].map { name in
      Fault("exchange without \(name)", ["V1-08-04"]) { $0.form(name, nil, of: "token-exchange") }
    }
    + ["reg_code", "requestor_id", "mso_id", "domain_name", "noflash", "no_iframe"].map { name in
      Fault("browser without \(name)", in: "web view", ["V1-10-15"]) {
        $0.change("authenticate") { exchange in
          guard let mark = exchange.request.url.firstIndex(of: "?") else { return }
          let pairs = exchange.request.url[mark...].dropFirst().split(separator: "&")
          exchange.request.url =
            exchange.request.url[...mark]
            + pairs.filter { !$0.hasPrefix("\(name)=") }.joined(separator: "&")
        }
      }
    }

  private static let descriptions: [Fault] = [
    ("check", "partner", "V1-01-04"), ("authorization", "partner", "V1-11-08"),
    ("media-token", "partner", "V1-11-08"), ("preauthorization", "partner", "V1-11-11"),
    ("user-metadata", "partner", "V1-LO-10"), ("logout", "partner", "V1-LO-10"),
    ("poll", "web view", "V1-10-25"), ("registration-code", "web view", "V1-10-24"),
  ].flatMap { entry, recording, id in
    [
      Fault("\(entry) without a description", in: recording, [id]) {
        $0.header("X-Device-Info", nil, of: entry)
      },
      Fault("\(entry) with a description that is no Base64", in: recording, [id]) {
        $0.header("X-Device-Info", #"{"model":"Apple","osName":"iOS"}"#, of: entry)
      },
    ]
  }

  private static func cleaned(
    _ name: String, _ ids: [String], _ change: @escaping @Sendable (String) -> String
  ) -> Fault {
    saml(name, ids) { PercentEncoding.encodeForm(Base64.encode(change(xml(of: $0)))) }
  }

  /// The document of a parameter.
  private static func xml(of value: String) -> String {
    let bytes = PercentEncoding.decode(value).flatMap { Base64.decode($0) } ?? []
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func saml(
    _ name: String, _ ids: [String], _ change: @escaping @Sendable (String) -> String
  ) -> Fault {
    Fault("a response \(name)", ids) { recording in
      recording.change("token-exchange") { exchange in
        let value = String(exchange.text.split(separator: "&").last?.dropFirst(13) ?? "")
        exchange.text = exchange.text.replacing(value, with: change(value))
      }
    }
  }

  private static let responses: [Fault] = [
    cleaned("with two blanks", ["V1-07-14"]) { $0.replacing("><", with: ">  <") },
    cleaned("with a tab", ["V1-07-14"]) { $0.replacing("><", with: ">\t<") },
    cleaned("with line breaks", ["V1-07-15"]) { $0.replacing("><", with: ">\n<") },
    cleaned("with a blank at the end", ["V1-07-16"]) { $0 + " " },
    saml("encoded twice", ["V1-07-19"]) { PercentEncoding.encodeForm($0) },
    saml("that is not encoded for the form", ["V1-07-18"]) {
      (PercentEncoding.decode($0) ?? "") + "=="
    },
    saml("in plain XML", ["V1-07-17", "V1-08-03"]) { PercentEncoding.encodeForm(xml(of: $0)) },
    saml("encoded in the wrong order", ["V1-08-03"]) {
      PercentEncoding.encodeForm(Base64.encode(PercentEncoding.encodeForm(xml(of: $0))))
    }, saml("in lines of Base64", ["V1-07-17"]) { "\($0.prefix(76))%0D%0A\($0.dropFirst(76))" },
  ]

  private static let others = Fault.table(tableText("LegacyFaults"))

  private static let coded: [Fault] = [
    Fault("the response of an earlier request", ["V1-IN-04"]) {
      let time = $0.time(of: "token-exchange")
      $0.again("profile-request", after: 0, as: "another request") {
        $0.startedAt = time + .milliseconds(1_000)
      }
      $0.again("token-exchange", after: 2_000, as: "an old response")
    },
    Fault("a description in the URL", in: "partner", ["V1-01-05"]) {
      $0.change("check") {
        let value = PercentEncoding.encodeForm($0.request.headers?["X-Device-Info"] ?? "")
        $0.request.url += "&device_info=\(value)"
      }
    },
  ]

  static let all =
    parameters + descriptions + responses + others + coded
    + Fault.table(tableText("LegacyFrameworkFaults"))
}
