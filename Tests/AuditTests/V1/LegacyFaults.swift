// SPDX-License-Identifier: Apache-2.0
// Faults of applications of V1, each with the requirements that it breaks.

import Audit
import HTTP
import Text

enum LegacyFaults {
  private static let parameters: [Fault] =
    [("check", "V1-01-04"), ("authorization", "V1-11-08"), ("media-token", "V1-11-08")].map {
      entry, id in
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
    ("media-token", "partner", "V1-11-08"), ("user-metadata", "partner", "V1-LO-10"),
    ("logout", "partner", "V1-LO-10"), ("poll", "web view", "V1-10-25"),
    ("registration-code", "web view", "V1-10-24"),
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
    saml(name, ids) {
      let text = PercentEncoding.decode($0).flatMap { Base64.decode($0) } ?? []
      return PercentEncoding.encodeForm(
        Base64.encode(change(String(decoding: text, as: UTF8.self))))
    }
  }

  private static let encodings: [Fault] = [
    cleaned("with two blanks", ["V1-07-14"]) { $0.replacing("><", with: ">  <") },
    cleaned("with a tab", ["V1-07-14"]) { $0.replacing("><", with: ">\t<") },
    cleaned("with line breaks", ["V1-07-15"]) { $0.replacing("><", with: ">\n<") },
    cleaned("with a blank at the end", ["V1-07-16"]) { $0 + " " },
  ]

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
    }, saml("in lines of Base64", ["V1-07-17"]) { "\($0.prefix(76))%0D%0A\($0.dropFirst(76))" },
  ]

  private static let order: [Fault] = [
    .drop("check", breaks: ["V1-01-01", "V1-IN-04"]),
    Fault("the check after the profile request", ["V1-01-01", "V1-IN-04"]) {
      $0.move("check", before: "token-exchange")
    }, .drop("configuration", breaks: ["V1-03-01", "V1-04-18"]),
    .drop("profile-request", breaks: ["V1-06-01", "V1-IN-04"]),
    .again("token-exchange", after: 300, as: "once more", ["V1-06-01", "V1-IN-04"]),
    Fault("the response of an earlier request", ["V1-IN-04"]) {
      let time = $0.time(of: "token-exchange")
      $0.again("profile-request", after: 0, as: "another request") {
        $0.startedAt = time + .milliseconds(1_000)
      }
      $0.again("token-exchange", after: 2_000, as: "an old response")
    }, .drop("token-exchange", breaks: ["V1-01-06", "V1-IN-04"]),
    .answer("check", 200, breaks: ["V1-01-06"]), .drop("authorization", breaks: ["V1-11-01"]),
    .answer("authorization", 403, breaks: ["V1-11-01"]),
    .drop("user-metadata", breaks: ["V1-LO-05", "V1-LT-01"]),
    .drop("user-metadata", in: "telephone", breaks: ["V1-LI-01", "V1-LO-05"]),
    .drop("registration-code", in: "web view", breaks: ["V1-10-01", "V1-10-07"]),
    .drop("registration-code", in: "television", breaks: ["V1-10-01", "V1-10-02"]),
    .drop(
      "poll", "poll 1", "poll 2", "poll 3", "poll 4", in: "television",
      breaks: ["V1-01-06", "V1-10-01", "V1-10-04", "V1-IN-04"]),
    .drop(
      "poll", "check again", in: "web view",
      breaks: ["V1-01-06", "V1-10-01", "V1-10-10", "V1-IN-04"]),
    .again("poll", after: 400, as: "poll again", in: "television", ["V1-10-06"]),
    Fault("polling before the web view", in: "web view", ["V1-10-10"]) {
      $0.again("poll", after: 0, as: "early poll") { $0.response?.status = 404 }
      $0.move("early poll", before: "authenticate")
    },
    Fault("polling goes on, on iOS", in: "web view", ["V1-10-11"]) {
      $0.again("poll", after: -900, as: "first poll") {
        $0.startedAt = $0.startedAt + .milliseconds(-50)
        $0.response?.status = 404
      }
      $0.again("poll", after: 400, as: "poll again")
    },
  ]

  private static let names: [Fault] = [
    Fault("the platform's name in the profile request", ["V1-02-16", "V1-04-16", "V1-06-04"]) {
      $0.url("/Harbor?", "/tvp-harbor-2201?", of: "profile-request")
      $0.form("mvpd", "tvp-harbor-2201", of: "token-exchange")
    }, .form("mvpd", "tvp-harbor-2201", of: "token-exchange", ["V1-02-16", "V1-04-16"]),
    Fault("an MVPD that is not in the configuration", ["V1-02-15", "V1-04-15", "V1-06-03"]) {
      $0.url("/Harbor?", "/Nobody?", of: "profile-request")
      $0.form("mvpd", "Nobody", of: "token-exchange")
    },
    Fault("an MVPD that is off", ["V1-03-02"]) {
      $0.configuration {
        $0.replacing(#""enablePlatformServices":true"#, with: #""enablePlatformServices":false"#)
      }
    },
    Fault("an MVPD that is only in the picker", ["V1-03-03"]) {
      $0.configuration { $0.replacing("SUPPORTED", with: "PICKER") }
    },
    Fault("an MVPD that the platform doesn't know", ["V1-03-05"]) {
      $0.configuration { $0.replacing(#""tvp-harbor-2201""#, with: "null") }
    },
    .url(
      "/ORCHARD/profile-requests/Harbor", "/Harbor/profile-requests/ORCHARD", of: "profile-request",
      ["V1-06-04"]),
    Fault("a partner in the path", ["V1-06-04"]) {
      $0.again("profile-request", after: -500, as: "wrong path") {
        $0.request.url = $0.request.url.replacing("/Harbor?", with: "/Harbor/Apple?")
      }
    }, .url("deviceType=tvOS", "deviceType=AppleTV", of: "profile-request", ["V1-06-05"]),
    .url("deviceType=tvOS", "deviceType=iOS", of: "profile-request", ["V1-06-05"]),
    Fault("a wrong deviceType in the exchange", ["V1-08-05"]) {
      $0.form("deviceType", "Roku", of: "token-exchange")
      $0.last("SAMLResponse", of: "token-exchange")
    },
    Fault("an exchange at another path", ["V1-08-01"]) {
      $0.again("token-exchange", after: -500, as: "wrong path") {
        $0.request.url = $0.request.url.replacing(
          "/tokens/authn", with: "/ORCHARD/tokens/authn/Apple")
      }
    },
    Fault("redirect_url in the middle", in: "web view", ["V1-10-16"]) {
      $0.change("authenticate") { $0.request.url += "&generic_data=1" }
    },
    .url("https%3A%2F%2F", "https://", of: "authenticate", in: "web view", ["V1-10-16"]),
    .url(
      "domain_name=orchard.example", "domain_name=foreign.example", of: "authenticate",
      in: "web view", ["V1-10-17"]),
    .header(
      "User-Agent", "Orchard/4 (AppleTV11,1; tvOS 17.4)", of: "authenticate", in: "television",
      ["V1-10-05"]), .form("deviceId", nil, of: "registration-code", in: "web view", ["V1-10-24"]),
    .url("&deviceId=3F2504E0-4F89", "", of: "poll", in: "web view", ["V1-10-25"]),
    .url("?requestor=ORCHARD", "", of: "check-by-code", in: "television", ["V1-10-26"]),
    .header("X-Forwarded-For", nil, of: "authorization", in: "server", ["V1-11-09"]),
    .url("/tokens/media", "/tokens/shortmedia", of: "media-token", ["V1-11-02"]),
    Fault("an authorization elsewhere", ["V1-11-01"]) {
      $0.again("authorization", after: 100, as: "elsewhere too") {
        $0.request.url = $0.request.url.replacing("/authorize", with: "/ORCHARD/authorize")
      }
    }, .method("GET", of: "logout", ["V1-LT-04"]), .method("POST", of: "logout", ["V1-LO-05"]),
    .url("&deviceId=3F2504E0-4F89", "", of: "user-metadata", ["V1-LO-10"]),
    .url("https://", "http://", of: "check", ["V1-IN-06"]),
    .header("Authorization", nil, of: "check", ["V1-IN-07"]),
    .header("Authorization", "Bearer made-up", of: "authorization", ["V1-IN-07"]),
    .again("refused", after: 300, as: "refused again", in: "renewal", ["V1-IN-07"]),
    .header(
      "X-Forwarded-For", nil, of: "registration-code", in: "server with a code", ["V1-10-28"]),
    Fault("two formats", ["V1-IN-09"]) {
      $0.header("Accept", "application/json", of: "check")
      $0.url("?", "?format=xml&", of: "check")
    },
    Fault("two formats, by the path", ["V1-IN-09"]) {
      $0.header("Accept", "application/json", of: "check")
      $0.url("/checkauthn?", "/checkauthn.xml?", of: "check")
    },
    Fault("no wait after 429", ["V1-IN-10"]) {
      $0.again("preauthorization", after: 200, as: "at once")
      $0.answer("preauthorization", 429)
    },
    Fault("a description in the URL", in: "partner", ["V1-01-05"]) {
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
