// SPDX-License-Identifier: Apache-2.0
// Faults of applications of V1, each with the requirements that it breaks.

import Audit
import HTTP
import Text

enum LegacyFaults {
  private static let parameters: [Fault] =
    [
      ("check", "V1-01-04"), ("authorization", "V1-11-08"), ("media-token", "V1-11-08"),
      ("preauthorization", "V1-11-11"),
    ].map {
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
    ("media-token", "partner", "V1-11-08"), ("preauthorization", "partner", "V1-11-11"),
    ("user-metadata", "partner", "V1-LO-10"),
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

  private static let others = Fault.table(
    #"""
    partner
      check: drop ! V1-01-01 V1-IN-04
      check: before token-exchange ! V1-01-01 V1-IN-04
      configuration: drop ! V1-03-01 V1-04-18
      profile-request: drop ! V1-06-01 V1-IN-04
      token-exchange: again 300 ! V1-06-01 V1-IN-04
      token-exchange: drop ! V1-01-06 V1-IN-04
      check: answer 200 ! V1-01-06
      authorization: drop ! V1-11-01
      authorization: answer 403 ! V1-11-01
      user-metadata: drop ! V1-LO-05 V1-LT-01
      profile-request: url /Harbor? => /tvp-harbor-2201? && token-exchange: form mvpd => tvp-harbor-2201 ! V1-02-16 V1-04-16 V1-06-04
      token-exchange: form mvpd => tvp-harbor-2201 ! V1-02-16 V1-04-16
      profile-request: url /Harbor? => /Nobody? && token-exchange: form mvpd => Nobody ! V1-02-15 V1-04-15 V1-06-03
      configuration: answered "enablePlatformServices":true => "enablePlatformServices":false ! V1-03-02
      configuration: answered SUPPORTED => PICKER ! V1-03-03
      configuration: answered "tvp-harbor-2201" => null ! V1-03-05
      profile-request: url /ORCHARD/profile-requests/Harbor => /Harbor/profile-requests/ORCHARD ! V1-06-04
      profile-request: again -500 && profile-request again: url /Harbor? => /Harbor/Apple? ! V1-06-04
      profile-request: url deviceType=tvOS => deviceType=AppleTV ! V1-06-05
      profile-request: url deviceType=tvOS => deviceType=iOS ! V1-06-05
      token-exchange: body deviceType=tvOS => deviceType=Roku ! V1-08-05
      token-exchange: again -500 && token-exchange again: url /tokens/authn => /ORCHARD/tokens/authn/Apple ! V1-08-01
      media-token: url /tokens/media => /tokens/shortmedia ! V1-11-02
      authorization: again 100 && authorization again: url /authorize => /ORCHARD/authorize ! V1-11-01
      logout: method GET ! V1-LT-04
      logout: method POST ! V1-LO-05
      user-metadata: url &deviceId=3F2504E0-4F89 =>  ! V1-LO-10
      check: url https:// => http:// ! V1-IN-06
      check: header Authorization ! V1-IN-07
      check: device {"model":"Apple","osName":"tvOS","primaryHardwareType":"Television"} ! V1-01-04
      media-token: device {"model":"Apple","osName":"tvOS","primaryHardwareType":"Television"} ! V1-11-08
      logout: device {"model":"Apple","osName":"tvOS","primaryHardwareType":"Television"} ! V1-LO-10
      authorization: header Authorization => Bearer made-up ! V1-IN-07
      check: header Accept => application/json && check: url ? => ?format=xml& ! V1-IN-09
      check: header Accept => application/json && check: url /checkauthn? => /checkauthn.xml? ! V1-IN-09
      preauthorization: again 200 && preauthorization: answer 429 ! V1-IN-10
    telephone
      user-metadata: drop ! V1-LI-01 V1-LO-05
    web view
      registration-code: drop ! V1-10-01 V1-10-07
      poll: drop && check again: drop ! V1-01-06 V1-10-01 V1-10-10 V1-IN-04
      poll: again 0 && poll again: answer 404 && poll again: before authenticate ! V1-10-10
      poll: again -950 && poll again: answer 404 && poll: again 400 ! V1-10-11
      poll: again 5000 && poll: again 10000 ! V1-10-11
      registration-code: device {"model":"Apple","osName":"iOS","primaryHardwareType":"Phone"} ! V1-10-24
      poll: device {"model":"Apple","osName":"iOS","primaryHardwareType":"Phone"} ! V1-10-25
      authenticate: url %2Fdone => %2Fdone&generic_data=1 ! V1-10-16
      authenticate: url https%3A%2F%2F => https:// ! V1-10-16
      authenticate: url domain_name=orchard.example => domain_name=foreign.example ! V1-10-17
      registration-code: form deviceId ! V1-10-24
      poll: url &deviceId=3F2504E0-4F89 =>  ! V1-10-25
    television
      registration-code: drop ! V1-10-01 V1-10-02
      poll: drop && poll 1: drop && poll 2: drop && poll 3: drop && poll 4: drop ! V1-01-06 V1-10-01 V1-10-04 V1-IN-04
      poll: again 400 ! V1-10-06
      authenticate: header User-Agent => Orchard/4 (AppleTV11,1; tvOS 17.4) ! V1-10-05
      check-by-code: url ?requestor=ORCHARD =>  ! V1-10-26
    server
      authorization: header X-Forwarded-For ! V1-11-09
    renewal
      refused: again 300 ! V1-IN-07
      refused: delay 7200 ! V1-IN-07
    server with a code
      registration-code: header X-Forwarded-For ! V1-10-28
    """#)

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

  static let all = parameters + descriptions + encodings + responses + others + coded
}
