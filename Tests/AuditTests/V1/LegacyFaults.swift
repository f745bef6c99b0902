// SPDX-License-Identifier: Apache-2.0
// Faults of applications of V1, each with the requirements that it breaks.

import Audit
import HTTP
import Text

/// A right recording with one fault.
struct LegacyFault: Sendable {
  let name: String
  let recording: String
  let requirements: [String]
  let edit: @Sendable (inout Recording) -> Void

  init(
    _ name: String, in recording: String = "partner", breaks requirements: [String],
    _ edit: @escaping @Sendable (inout Recording) -> Void
  ) {
    self.name = name
    self.recording = recording
    self.requirements = requirements
    self.edit = edit
  }
}

extension LegacyFault {
  private static let parameters: [LegacyFault] =
    [
      ("check", "V1-01-04"), ("authorization", "V1-11-08"), ("media-token", "V1-11-08"),
    ].map { entry, id in
      LegacyFault("\(entry) without deviceId", breaks: [id]) {
        $0.url("&deviceId=3F2504E0-4F89", "", of: entry)
      }
    }
    + ["requestor", "deviceId", "mvpd", "deviceType", "SAMLResponse"].map { name in
      LegacyFault("exchange without \(name)", breaks: ["V1-08-04"]) {
        $0.form(name, nil, of: "token-exchange")
      }
    }
    + ["reg_code", "requestor_id", "mso_id", "domain_name", "noflash", "no_iframe"].map { name in
      LegacyFault("browser without \(name)", in: "web view", breaks: ["V1-10-15"]) {
        $0.change("authenticate") { exchange in
          guard let mark = exchange.request.url.firstIndex(of: "?") else { return }
          let pairs = exchange.request.url[mark...].dropFirst().split(separator: "&")
          exchange.request.url =
            exchange.request.url[...mark]
            + pairs.filter { !$0.hasPrefix("\(name)=") }.joined(separator: "&")
        }
      }
    }

  private static let descriptions: [LegacyFault] = [
    ("check", "partner", "V1-01-04"), ("authorization", "partner", "V1-11-08"),
    ("media-token", "partner", "V1-11-08"), ("user-metadata", "partner", "V1-LO-10"),
    ("logout", "partner", "V1-LO-10"), ("poll", "web view", "V1-10-25"),
    ("registration-code", "web view", "V1-10-24"),
  ].flatMap { entry, recording, id in
    [
      LegacyFault("\(entry) without a description", in: recording, breaks: [id]) {
        $0.header("X-Device-Info", nil, of: entry)
      },
      LegacyFault("\(entry) with a description that is no Base64", in: recording, breaks: [id]) {
        $0.header("X-Device-Info", #"{"model":"Apple","osName":"iOS"}"#, of: entry)
      },
    ]
  }

  private static func cleaned(
    _ name: String, _ ids: [String], _ change: @escaping @Sendable (String) -> String
  ) -> LegacyFault {
    saml(name, ids) {
      let text = PercentEncoding.decode($0).flatMap { Base64.decode($0) } ?? []
      return PercentEncoding.encodeForm(
        Base64.encode(change(String(decoding: text, as: UTF8.self))))
    }
  }

  private static let encodings: [LegacyFault] = [
    cleaned("with two blanks", ["V1-07-14"]) { $0.replacing("><", with: ">  <") },
    cleaned("with a tab", ["V1-07-14"]) { $0.replacing("><", with: ">\t<") },
    cleaned("with line breaks", ["V1-07-15"]) { $0.replacing("><", with: ">\n<") },
    cleaned("with a blank at the end", ["V1-07-16"]) { $0 + " " },
  ]

  private static func saml(
    _ name: String, _ ids: [String], _ change: @escaping @Sendable (String) -> String
  ) -> LegacyFault {
    LegacyFault("a response \(name)", breaks: ids) { recording in
      recording.change("token-exchange") { exchange in
        let value = String(exchange.text.split(separator: "&").last?.dropFirst(13) ?? "")
        exchange.text = exchange.text.replacing(value, with: change(value))
      }
    }
  }

  private static let responses: [LegacyFault] = [
    saml("encoded twice", ["V1-07-19"]) { PercentEncoding.encodeForm($0) },
    saml("that is not encoded for the form", ["V1-07-18"]) {
      (PercentEncoding.decode($0) ?? "") + "=="
    },
    saml("in plain XML", ["V1-07-17", "V1-08-03"]) {
      PercentEncoding.encodeForm(
        String(
          decoding: PercentEncoding.decode($0).flatMap { Base64.decode($0) } ?? [], as: UTF8.self))
    },
    saml("encoded in the wrong order", ["V1-08-03"]) {
      let text = PercentEncoding.decode($0).flatMap { Base64.decode($0) } ?? []
      return PercentEncoding.encodeForm(
        Base64.encode(PercentEncoding.encodeForm(String(decoding: text, as: UTF8.self))))
    },
    saml("in lines of Base64", ["V1-07-17"]) { "\($0.prefix(76))%0D%0A\($0.dropFirst(76))" },
  ]

  private static let order: [LegacyFault] = [
    LegacyFault("no check", breaks: ["V1-01-01", "V1-IN-04"]) { $0.drop("check") },
    LegacyFault("the check after the profile request", breaks: ["V1-01-01", "V1-IN-04"]) {
      $0.move("check", before: "token-exchange")
    },
    LegacyFault("no configuration", breaks: ["V1-03-01", "V1-04-18"]) { $0.drop("configuration") },
    LegacyFault("no profile request", breaks: ["V1-06-01", "V1-IN-04"]) {
      $0.drop("profile-request")
    },
    LegacyFault("an exchange once more", breaks: ["V1-06-01", "V1-IN-04"]) {
      $0.again("token-exchange", after: 300, as: "once more")
    },
    LegacyFault("the response of an earlier request", breaks: ["V1-IN-04"]) {
      let time = $0.time(of: "token-exchange")
      $0.again("profile-request", after: 0, as: "another request") {
        $0.startedAt = time + .milliseconds(1_000)
      }
      $0.again("token-exchange", after: 2_000, as: "an old response")
    },
    LegacyFault("authorized without a token", breaks: ["V1-01-06", "V1-IN-04"]) {
      $0.drop("token-exchange")
    },
    LegacyFault("signed in although there is a token", breaks: ["V1-01-06"]) {
      $0.answer("check", 200)
    },
    LegacyFault("no authorization", breaks: ["V1-11-01"]) { $0.drop("authorization") },
    LegacyFault("a media token of what was refused", breaks: ["V1-11-01"]) {
      $0.answer("authorization", 403)
    },
    LegacyFault("no metadata on tvOS", breaks: ["V1-LO-05", "V1-LT-01"]) {
      $0.drop("user-metadata")
    },
    LegacyFault("no metadata on iOS", in: "telephone", breaks: ["V1-LI-01", "V1-LO-05"]) {
      $0.drop("user-metadata")
    },
    LegacyFault("no code on iOS", in: "web view", breaks: ["V1-10-01", "V1-10-07"]) {
      $0.drop("registration-code")
    },
    LegacyFault("no code on tvOS", in: "television", breaks: ["V1-10-01", "V1-10-02"]) {
      $0.drop("registration-code")
    },
    LegacyFault(
      "no polling on tvOS", in: "television",
      breaks: ["V1-01-06", "V1-10-01", "V1-10-04", "V1-IN-04"]
    ) {
      $0.drop("poll", "poll 1", "poll 2", "poll 3", "poll 4")
    },
    LegacyFault(
      "no polling on iOS", in: "web view",
      breaks: ["V1-01-06", "V1-10-01", "V1-10-10", "V1-IN-04"]
    ) {
      $0.drop("poll", "check again")
    },
    LegacyFault("polling goes on, on tvOS", in: "television", breaks: ["V1-10-06"]) {
      $0.again("poll", after: 400, as: "poll again")
    },
    LegacyFault("polling before the web view", in: "web view", breaks: ["V1-10-10"]) {
      $0.again("poll", after: 0, as: "early poll") { $0.response?.status = 404 }
      $0.move("early poll", before: "authenticate")
    },
    LegacyFault("polling goes on, on iOS", in: "web view", breaks: ["V1-10-11"]) {
      $0.again("poll", after: -900, as: "first poll") {
        $0.startedAt = $0.startedAt + .milliseconds(-50)
        $0.response?.status = 404
      }
      $0.again("poll", after: 400, as: "poll again")
    },
  ]

  private static let names: [LegacyFault] = [
    LegacyFault(
      "the platform's name in the profile request", breaks: ["V1-02-16", "V1-04-16", "V1-06-04"]
    ) {
      $0.url("/Harbor?", "/tvp-harbor-2201?", of: "profile-request")
      $0.form("mvpd", "tvp-harbor-2201", of: "token-exchange")
    },
    LegacyFault("the platform's name in the exchange", breaks: ["V1-02-16", "V1-04-16"]) {
      $0.form("mvpd", "tvp-harbor-2201", of: "token-exchange")
    },
    LegacyFault(
      "an MVPD that is not in the configuration", breaks: ["V1-02-15", "V1-04-15", "V1-06-03"]
    ) {
      $0.url("/Harbor?", "/Nobody?", of: "profile-request")
      $0.form("mvpd", "Nobody", of: "token-exchange")
    },
    LegacyFault("an MVPD that is off", breaks: ["V1-03-02"]) {
      $0.configuration {
        $0.replacing(#""enablePlatformServices":true"#, with: #""enablePlatformServices":false"#)
      }
    },
    LegacyFault("an MVPD that is only in the picker", breaks: ["V1-03-03"]) {
      $0.configuration { $0.replacing("SUPPORTED", with: "PICKER") }
    },
    LegacyFault("an MVPD that the platform doesn't know", breaks: ["V1-03-05"]) {
      $0.configuration { $0.replacing(#""tvp-harbor-2201""#, with: "null") }
    },
    LegacyFault("a swapped path", breaks: ["V1-06-04"]) {
      $0.url(
        "/ORCHARD/profile-requests/Harbor", "/Harbor/profile-requests/ORCHARD",
        of: "profile-request")
    },
    LegacyFault("a partner in the path", breaks: ["V1-06-04"]) {
      $0.again("profile-request", after: -500, as: "wrong path") {
        $0.request.url = $0.request.url.replacing("/Harbor?", with: "/Harbor/Apple?")
      }
    },
    LegacyFault("a wrong deviceType in the profile request", breaks: ["V1-06-05"]) {
      $0.url("deviceType=tvOS", "deviceType=AppleTV", of: "profile-request")
    },
    LegacyFault("the other deviceType in the profile request", breaks: ["V1-06-05"]) {
      $0.url("deviceType=tvOS", "deviceType=iOS", of: "profile-request")
    },
    LegacyFault("a wrong deviceType in the exchange", breaks: ["V1-08-05"]) {
      $0.form("deviceType", "Roku", of: "token-exchange")
      $0.last("SAMLResponse", of: "token-exchange")
    },
    LegacyFault("an exchange at another path", breaks: ["V1-08-01"]) {
      $0.again("token-exchange", after: -500, as: "wrong path") {
        $0.request.url = $0.request.url.replacing(
          "/tokens/authn", with: "/ORCHARD/tokens/authn/Apple")
      }
    },
    LegacyFault("redirect_url in the middle", in: "web view", breaks: ["V1-10-16"]) {
      $0.change("authenticate") { $0.request.url += "&generic_data=1" }
    },
    LegacyFault("redirect_url not encoded", in: "web view", breaks: ["V1-10-16"]) {
      $0.url("https%3A%2F%2F", "https://", of: "authenticate")
    },
    LegacyFault("a foreign domain", in: "web view", breaks: ["V1-10-17"]) {
      $0.url("domain_name=orchard.example", "domain_name=foreign.example", of: "authenticate")
    },
    LegacyFault("the browser on the television", in: "television", breaks: ["V1-10-05"]) {
      $0.header("User-Agent", "Orchard/4 (AppleTV11,1; tvOS 17.4)", of: "authenticate")
    },
    LegacyFault("a code without a device", in: "web view", breaks: ["V1-10-24"]) {
      $0.form("deviceId", nil, of: "registration-code")
    },
    LegacyFault("polling without the device", in: "web view", breaks: ["V1-10-25"]) {
      $0.url("&deviceId=3F2504E0-4F89", "", of: "poll")
    },
    LegacyFault("a second screen without requestor", in: "television", breaks: ["V1-10-26"]) {
      $0.url("?requestor=ORCHARD", "", of: "check-by-code")
    },
    LegacyFault("an address that is not forwarded", in: "server", breaks: ["V1-11-09"]) {
      $0.header("X-Forwarded-For", nil, of: "authorization")
    },
    LegacyFault("a media token elsewhere", breaks: ["V1-11-02"]) {
      $0.url("/tokens/media", "/tokens/shortmedia", of: "media-token")
    },
    LegacyFault("an authorization elsewhere", breaks: ["V1-11-01"]) {
      $0.again("authorization", after: 100, as: "elsewhere too") {
        $0.request.url = $0.request.url.replacing("/authorize", with: "/ORCHARD/authorize")
      }
    },
    LegacyFault("a logout of a page", breaks: ["V1-LT-04"]) { $0.method("GET", of: "logout") },
    LegacyFault("a logout by POST", breaks: ["V1-LO-05"]) { $0.method("POST", of: "logout") },
    LegacyFault("metadata without the device", breaks: ["V1-LO-10"]) {
      $0.url("&deviceId=3F2504E0-4F89", "", of: "user-metadata")
    },
    LegacyFault("a call without encryption", breaks: ["V1-IN-06"]) {
      $0.url("https://", "http://", of: "check")
    },
    LegacyFault("a call without a token", breaks: ["V1-IN-07"]) {
      $0.header("Authorization", nil, of: "check")
    },
    LegacyFault("a token that nobody issued", breaks: ["V1-IN-07"]) {
      $0.header("Authorization", "Bearer made-up", of: "authorization")
    },
    LegacyFault("an expired token, used on", in: "renewal", breaks: ["V1-IN-07"]) {
      $0.again("refused", after: 300, as: "refused again")
    },
    LegacyFault(
      "a code without the address", in: "server with a code", breaks: ["V1-10-28"]
    ) {
      $0.header("X-Forwarded-For", nil, of: "registration-code")
    },
    LegacyFault("two formats", breaks: ["V1-IN-09"]) {
      $0.header("Accept", "application/json", of: "check")
      $0.url("?", "?format=xml&", of: "check")
    },
    LegacyFault("two formats, by the path", breaks: ["V1-IN-09"]) {
      $0.header("Accept", "application/json", of: "check")
      $0.url("/checkauthn?", "/checkauthn.xml?", of: "check")
    },
    LegacyFault("no wait after 429", breaks: ["V1-IN-10"]) {
      $0.again("preauthorization", after: 200, as: "at once")
      $0.answer("preauthorization", 429)
    },
    LegacyFault("a description in the URL", in: "partner", breaks: ["V1-01-05"]) {
      $0.change("check") {
        let value = PercentEncoding.encodeForm($0.request.headers?["X-Device-Info"] ?? "")
        $0.request.url += "&device_info=\(value)"
      }
    },
  ]

  static let all = parameters + descriptions + encodings + responses + order + names
}

extension Recording {
  fileprivate mutating func configuration(_ change: (String) -> String) {
    self.change("configuration") { exchange in
      guard case .bytes(let bytes)? = exchange.response?.body else { return }
      exchange.response?.body = .bytes(Array(change(String(decoding: bytes, as: UTF8.self)).utf8))
    }
  }

  /// Puts a parameter of a form at its end.
  fileprivate mutating func last(_ field: String, of name: String) {
    change(name) { exchange in
      let pairs = exchange.text.split(separator: "&")
      exchange.text =
        (pairs.filter { !$0.hasPrefix("\(field)=") } + pairs.filter { $0.hasPrefix("\(field)=") })
        .joined(separator: "&")
    }
  }
}
