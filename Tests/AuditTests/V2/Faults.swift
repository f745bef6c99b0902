// SPDX-License-Identifier: Apache-2.0
// Single faults of applications, and the requirements that each of them breaks.

import Audit
import HTTP
import TestSupport
import Text

/// A fault, put into the recording of a right application.
struct Fault: Sendable {
  let name: String
  let recording: String
  let requirements: [String]
  let edit: @Sendable (inout Recording) -> Void

  init(
    _ name: String, in recording: String = "partner", _ requirements: [String],
    _ edit: @escaping @Sendable (inout Recording) -> Void
  ) {
    self.name = name
    self.recording = recording
    self.requirements = requirements
    self.edit = edit
  }
}

extension Fault {
  /// The faults of a table: the name of a recording, and below it edits and what they break.
  ///
  ///     ENTRY: EDIT[ && ENTRY: EDIT …] ! REQUIREMENT …
  static func table(_ text: String) -> [Fault] {
    blocks(text).flatMap { recording, rows in
      rows.map { row -> Fault in
        let parts = row.split(separator: " ! ").map(String.init)
        let edits = parts[0].split(separator: " && ").map(String.init)
        return Fault(parts[0], in: recording, parts[1].split(separator: " ").map(String.init)) {
          for edit in edits { $0.apply(edit) }
        }
      }
    }
  }
}

extension Recording {
  /// Edits of one value take it away where there is no ` => `. An answer keeps its status by `-`.
  fileprivate mutating func apply(_ edit: String) {
    let parts = edit.split(separator: ": ", maxSplits: 1).map(String.init)
    let entry = parts[0]
    let words = parts[1].split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : ""
    let pair = rest.split(separator: " => ", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    let (old, new) = (pair.first ?? "", pair.count > 1 ? pair[1] : nil)
    if calls.contains(where: { $0.name == entry }) {
      return change(call: entry) { $0.apply(words[0], rest, old, new) }
    }
    switch words[0] {
    case "delay": delay(from: entry, by: .seconds(Int(rest) ?? 0))
    case "again": again(entry, after: Int(rest) ?? 0, as: "\(entry) again")
    case "answer":
      let answer = rest.split(separator: " ", maxSplits: 1).map(String.init)
      let json = answer.count > 1 ? Statuses.named[answer[1]] ?? answer[1] : nil
      change(entry) { exchange in
        if let status = Int(answer[0]) { exchange.response?.status = status }
        if let json { exchange.response?.body = .bytes(Array(json.utf8)) }
      }
    case "answered":
      change(entry) { $0.replaceInAnswer(old, with: new ?? "") }
    case "before": move(entry, before: rest)
    case "body": body(old, new ?? "", of: entry)
    case "device": header("X-Device-Info", Base64.encode(rest), of: entry)
    case "drop": drop(entry)
    case "form": form(old, new, of: entry)
    case "header": header(old, new, of: entry)
    case "method": change(entry) { $0.request.method = rest }
    case "saml": saml { $0.replacing(old, with: new ?? "") }
    case "status":
      header("AP-Partner-Framework-Status", Base64.encode(Statuses.read(rest)), of: entry)
    case "text": change(entry) { $0.text = rest }
    case "url": url(old, new ?? "", of: entry)
    default: preconditionFailure("there is no edit \(words[0])")
    }
  }
}

enum Faults {
  static let all = calls + decisions + parts + coded + plainIdentifiers + asked

  /// By phase: registration, check, configuration, partner session and partner profile.
  private static let calls = Fault.table(tableText("Faults.calls"))

  private static let decisions: [Fault] =
    [("preauthorize", "3", "2", "1", "PREAUTHORIZE"), ("authorize", "7", "6", "5", "AUTHORIZE")]
    .flatMap { call, step, check, status, page -> [Fault] in
      Fault.table(
        #"""
        partner
          \#(call): method PUT ! API-\#(page)-01
          \#(call): header Content-Type => text/plain ! API-\#(page)-01
          \#(call): url /decisions/ => /decision/ ! API-\#(page)-01
          \#(call): url /Harbor => /undefined ! V2-D\#(step)-02 V2-B5-01
          \#(call): body resources => resource ! V2-D\#(step)-02 API-\#(page)-02
          \#(call): text {"resources": "orchard-live"} ! API-\#(page)-02
          \#(call): header Authorization ! V2-D\#(step)-03 API-HDR-AUTH-01
          \#(call): header AP-Device-Identifier ! V2-D\#(step)-03 API-HDR-DEVID-03
          \#(call): header X-Device-Info ! API-\#(page)-03 API-HDR-DEVINFO-02
          \#(call): header AP-Partner-Framework-Status ! V2-D\#(step)-05 API-SSO-FLOW-03 API-HDR-PFS-09
          \#(call): status denied ! V2-D\#(step)-05 V2-D\#(check)-01 V2-D\#(status)-11 API-SSO-FLOW-03
          \#(call): status nobody ! V2-D\#(step)-05 V2-D\#(check)-02 V2-D\#(status)-11 API-SSO-FLOW-03
          \#(call): status granted tvp-lantern-2202 ! V2-D\#(step)-05 V2-D\#(check)-02
          \#(call): status expired ! V2-D\#(step)-05 V2-D\#(check)-03 V2-D\#(status)-11 API-SSO-FLOW-03
        """#)
    } + Fault.table("partner\n  preauthorize: again 40000 ! API-PREAUTHORIZE-06")

  /// The logout, headers, the status, basic authentication and errors.
  private static let parts = Fault.table(tableText("Faults.parts"))

  /// What the application asks the framework.
  private static let asked = Fault.table(tableText("FrameworkFaults"))

  private static let coded: [Fault] = [
    Fault("expired token used on", in: "renewal", ["V2-A4-04", "V2-A4-05"]) {
      let token = $0.header("Authorization", of: "profiles")
      $0.drop("second token")
      $0.delay(from: "profiles again", by: .seconds(3600))
      $0.header("Authorization", token, of: "profiles again", "authorize")
    },
    Fault("old token after renewal", in: "renewal", ["V2-A4-04", "V2-A4-05"]) {
      let token = $0.header("Authorization", of: "profiles")
      $0.delay(from: "profiles again", by: .seconds(3600))
      $0.header("Authorization", token, of: "authorize")
    },
    Fault("response not encoded", ["V2-C10-14"]) {
      $0.change("partner-profile") {
        $0.text = $0.text.replacing("%3D", with: "=").replacing("%2B", with: "+")
          .replacing("%2F", with: "/")
        if !$0.text.contains("+") { $0.text += "=" }
      }
    },
    Fault("response with line breaks", ["V2-C10-13"]) {
      $0.saml { $0.replacing("><", with: ">\n<") }
    },
    Fault("response with runs of blanks", ["V2-C10-13"]) {
      $0.saml { $0.replacing(" ID=", with: "   ID=") }
    },
    Fault("logout after a denial", ["API-LOGOUT-05"]) {
      $0.answer("authorize archive", 200, Statuses.named["denial"])
      let time = $0.time(of: "authorize archive") + .seconds(1)
      $0.change("logout") { $0.startedAt = time }
    },
    Fault("token without Bearer", ["API-HDR-AUTH-01"]) { recording in
      recording.change("profiles") {
        $0.header(
          "Authorization", $0.request.headers?["Authorization"]?.replacing("Bearer ", with: ""))
      }
    },
    Fault("does not wait after 429", in: "throttled", ["API-THROTTLE-03"]) {
      $0.change("preauthorize repeated") { $0.startedAt = $0.startedAt - .milliseconds(1000) }
    },
    Fault("counts the wait after 429 from the call on", in: "throttled", ["API-THROTTLE-03"]) {
      $0.change("preauthorize") { $0.duration = .milliseconds(1200) }
    },
  ]

  private static let plainIdentifiers = [
    "9F86D081-884C-4D65", "9f86d081884c7d659a2feaa0c55ad015",
  ].map { identifier in
    Fault("the identifier \(identifier)", ["API-HDR-DEVID-01"]) {
      for name in Set($0.entries.map(\.name)).subtracting(["register", "token", "elsewhere"]) {
        $0.header("AP-Device-Identifier", "fingerprint \(identifier)", of: name)
      }
    }
  }
}

/// What the framework says, and some answers.
enum Statuses {
  /// A status by a word, such as `granted PROVIDER`, or as JSON.
  fileprivate static func read(_ text: String) -> String {
    let words = text.split(separator: " ").map(String.init)
    switch words[0] {
    case "denied": return RightApplication.denied
    case "nobody": return RightApplication.nobody
    case "expired": return granted(#""id":"tvp-harbor-2201","expirationDate":"1763000000000""#)
    case "granted": return granted(#""id":"\#(words[1])","expirationDate":"1993456000000""#)
    case "error": return granted(#""error":{"code":"\#(words[1])","message":"m"}"#)
    default: return text
    }
  }

  private static func granted(_ provider: String) -> String {
    #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{\#(provider)}}"#
  }

  fileprivate static let named = [
    "twoProfiles":
      #"{"profiles":{"A":{"type":"regular","notAfter":1893456000000},"B":{"type":"regular","notAfter":1893456000000}}}"#,
    "authenticate":
      #"{"actionName":"authenticate","actionType":"interactive","reasonType":"pfs_fallback","url":"/api/v2/authenticate/ORCHARD/ABCDEFG","code":"ABCDEFG","sessionId":"s","serviceProvider":"ORCHARD","mvpd":"Harbor","notBefore":"1764000000000","notAfter":"1764001800000"}"#,
    "newCode":
      #"{"actionName":"resume","actionType":"direct","reasonType":"none","code":"NEWCODE","sessionId":"s","serviceProvider":"ORCHARD","notBefore":"1764000000000","notAfter":"1764001800000","missingParameters":["mvpd","redirectUrl"]}"#,
    "denial": "{\"decisions\":[\(decision(#""orchard-live""#, "authorization_denied_by_mvpd"))]}",
    "partlyFailed":
      #"{"decisions":[\#(decision(#""orchard-live""#, nil)),\#(decision(#""orchard-premium""#, "network_received_error", "retry"))]}"#,
  ]

  /// A permit, or a denial with a code.
  private static func decision(
    _ resource: String, _ code: String?, _ action: String = "none"
  ) -> String {
    let error = code.map {
      #","error":{"action":"\#(action)","status":403,"code":"\#($0)","message":"m"}"#
    }
    return
      #"{"resource":\#(resource),"serviceProvider":"ORCHARD","mvpd":"Harbor","source":"mvpd","authorized":\#(code == nil)\#(error ?? "")}"#
  }
}
