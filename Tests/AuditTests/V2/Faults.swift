// SPDX-License-Identifier: Apache-2.0
// Single faults of applications, and the requirements that each of them breaks.

import Audit
import HTTP
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
    var recording = ""
    return text.split(separator: "\n").compactMap { line -> Fault? in
      guard line.hasPrefix("  ") else {
        recording = String(line)
        return nil
      }
      let parts = line.dropFirst(2).split(separator: " ! ").map(String.init)
      let edits = parts[0].split(separator: " && ").map(String.init)
      return Fault(parts[0], in: recording, parts[1].split(separator: " ").map(String.init)) {
        for edit in edits { $0.apply(edit) }
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
    case "method": method(rest, of: entry)
    case "saml": saml { $0.replacing(old, with: new ?? "") }
    case "status": status(Statuses.read(rest), of: entry)
    case "text": change(entry) { $0.text = rest }
    case "url": url(old, new ?? "", of: entry)
    default: preconditionFailure("there is no edit \(words[0])")
    }
  }
}

enum Faults {
  static let all = calls + decisions + parts + coded + plainIdentifiers

  /// By phase: registration, check, configuration, partner session and partner profile.
  private static let calls = Fault.table(
    #"""
    partner
      register: method PUT ! API-DCR-REGISTER-01
      register: body software_statement => softwareStatement ! V2-A1-02 API-DCR-REGISTER-02
      register: text {"software_statement": ""} ! V2-A1-02 API-DCR-REGISTER-02
      register: text {"software_statement": "ZXlKaGJHY2lPaUp1YjI1bEluMA=="} ! API-DCR-REGISTER-02
      register: text software_statement=eyJhbGciOiJub25lIn0.e30.x ! API-DCR-REGISTER-01
      register: header Content-Type ! V2-A1-03 API-DCR-REGISTER-04
      register: header Content-Type => text/plain ! API-DCR-REGISTER-04
      register: header X-Device-Info ! V2-A1-03 API-DCR-REGISTER-05
      register: header Accept => text/html ! API-DCR-REGISTER-06
      token: method GET ! API-DCR-TOKEN-01
      token: header Content-Type => application/json ! API-DCR-TOKEN-01
      token: header Content-Type ! V2-A3-03 API-DCR-TOKEN-01
      token: form client_id ! V2-A3-02 API-DCR-TOKEN-02
      token: form client_secret ! V2-A3-02 API-DCR-TOKEN-02
      token: form grant_type ! V2-A3-02 API-DCR-TOKEN-03
      token: form grant_type => password ! API-DCR-TOKEN-03
      token: form client_secret => other ! API-DCR-TOKEN-02
      token: form client_id => other ! API-DCR-TOKEN-02
      token: header X-Device-Info ! V2-A3-03
      token: header Accept => application/xml ! API-DCR-TOKEN-04
      token: again 3000 && token again: answer - {"access_token":"n","expires_in":86400} ! API-DCR-TOKEN-15
      profile: answer 401 {} && preauthorize: delay 6 ! API-DCR-TOKEN-16
      profile: answer 200 {"profiles":{}} ! V2-B6-01
      logout: before authorize archive ! V2-B6-01
      profiles: method POST ! API-PROFILES-01
      profile: method POST ! API-PROFILES-MVPD-01
      profiles: url /api/v2/ORCHARD/ => /api/v2/ ! V2-B3-04
      profiles: url /ORCHARD/ => /null/ ! V2-B3-04
      profile: url /Harbor => /undefined ! V2-B3-08
      profiles: header Authorization ! V2-B3-05 API-PROFILES-02 API-HDR-AUTH-01
      profiles: header AP-Device-Identifier ! V2-B3-05 API-PROFILES-02 API-HDR-DEVID-03
      profiles: header X-Device-Info ! API-PROFILES-02 API-HDR-DEVINFO-02
      profile: header Authorization ! V2-B3-05 API-PROFILES-MVPD-02 API-HDR-AUTH-01
      profile: header X-Device-Info ! API-PROFILES-MVPD-02 API-HDR-DEVINFO-02
      profile: header AP-Partner-Framework-Status ! V2-B3-05 API-HDR-PFS-09
      profile: status expired ! V2-B3-07 V2-B2-03 V2-B1-12
      profiles: drop ! V2-B3-01 V2-B3-02
      partner-profile: before profiles ! V2-B3-03
      profile: url /Harbor => /tvp-harbor-2201 ! V2-B1-14
      authorize: url /Harbor => /tvp-harbor-2201 ! V2-B1-14 V2-B5-01
      authorize: url /Harbor => /Lantern && authorize: header AP-Partner-Framework-Status ! V2-B5-01
      partner-session: drop && partner-profile: drop && profile: drop ! V2-B6-01
      configuration: method POST ! API-CONFIGURATION-01
      configuration: drop ! V2-C1-01
      configuration: url /api/v2/ORCHARD/ => /api/v2/ ! V2-C1-02 V2-C1-01
      configuration: header Authorization ! V2-C1-03 API-CONFIGURATION-02 API-HDR-AUTH-01
      configuration: header AP-Device-Identifier ! V2-C1-03 API-HDR-DEVID-03
      configuration: header X-Device-Info ! V2-C1-03 API-HDR-DEVINFO-02
      configuration: again 24800 && preauthorize: delay 300 && configuration again: delay 200 ! API-CONFIGURATION-04
      configuration: again 5000 ! API-CONFIGURATION-05
      partner-session: status granted tvp-elsewhere ! V2-C3-12 V2-C3-19 V2-C4-02 V2-C11-02 V2-C10-12
      partner-session: status granted Harbor ! API-HDR-PFS-06 V2-C11-02 V2-C10-12
      partner-session: method PUT ! API-SESSIONS-SSO-01
      partner-session: header Content-Type => application/json ! API-SESSIONS-SSO-01
      partner-session: url /Apple => /Google ! V2-C5-02
      partner-session: url /sso/Apple => /sso ! V2-C5-02
      partner-session: header X-Device-Info ! V2-C5-03 API-HDR-DEVINFO-02
      partner-session: header Content-Type ! V2-C5-03 API-SESSIONS-SSO-01
      partner-session: header AP-Partner-Framework-Status ! V2-C5-03 API-HDR-PFS-09 V2-C5-05
      partner-session: form domainName ! API-SESSIONS-SSO-02
      partner-session: form redirectUrl ! API-SESSIONS-SSO-03
      partner-session: form redirectUrl => https%3A%2F%2Forchard.example ! API-SESSIONS-SSO-03
      partner-session: form mvpd => Harbor ! API-SESSIONS-SSO-04
      partner-session: status denied ! V2-C5-05 V2-C4-01 V2-C3-16
      partner-session: status nobody ! V2-C5-05 V2-C4-02 API-HDR-PFS-06
      partner-session: status expired ! V2-C5-05 V2-C4-03 V2-C3-18
      partner-session: status error 1 ! V2-C3-14
      partner-session: status error 2 ! V2-C3-15
      partner-session: answer 200 authenticate ! V2-C8-02
      partner-profile: method PUT ! API-PROFILES-SSO-01
      partner-profile: url /Apple => /Google ! V2-C12-02
      partner-profile: header X-Device-Info ! V2-C12-03 API-HDR-DEVINFO-02
      partner-profile: header AP-Partner-Framework-Status ! V2-C12-03 API-HDR-PFS-09 V2-C12-05
      partner-profile: form SAMLResponse =>  ! V2-C12-02 API-PROFILES-SSO-02 V2-C10-16 V2-C11-04
      partner-profile: body % => %25 ! V2-C10-14 V2-C10-15
      partner-profile: form SAMLResponse => <samlp:Response ID="_1" Version="2.0"/> ! API-PROFILES-SSO-02 V2-C10-13
      partner-profile: form SAMLResponse => cmVzcG9uc2U= ! V2-C12-05 V2-C11-04
      partner-profile: saml InResponseTo=" => InResponseTo="_old ! V2-C10-09 V2-C12-05 V2-C11-04
      partner-profile: again 25000 ! API-PROFILES-SSO-03
      partner-profile: status denied ! V2-C12-05 V2-C11-01 V2-C10-17
      partner-profile: status nobody ! V2-C12-05 V2-C11-02 API-HDR-PFS-06
      partner-profile: status expired ! V2-C12-05 V2-C11-03
      partner-profile: status granted tvp-lantern-2202 ! V2-C11-02 V2-C10-12
    restarted
      register: again 3500000 && register again: answer - {"client_id":"other","client_secret":"o"} ! V2-A2-04 API-DCR-REGISTER-19
      partner-session: again 3600000 ! V2-B5-01
    renewal after 401
      profiles refused: again 300 ! API-DCR-TOKEN-16 V2-A4-04 V2-A4-05
      profiles refused: delay 7200 ! V2-A4-04 V2-A4-05
    renewal
      register: again 3500000 && register again: answer - {"client_id":"other","client_secret":"o"} ! V2-A2-04 API-DCR-REGISTER-19
    basic
      profiles: drop ! V2-B3-01 V2-B3-02
      session: form mvpd => tvp-quarry-2204 ! V2-B1-14
      session: form mvpd => Elsewhere ! V2-C3-19
    without permission
      profiles: drop && session: status denied ! V2-B1-16 V2-B3-01 V2-B3-02 API-HDR-FOLLOW-01
      profiles: drop && session: status nobody ! V2-B1-15 V2-B3-01 V2-B3-02 API-HDR-FOLLOW-01
    signed in again
      profiles again: answer 200 twoProfiles ! API-MULTIPROFILE-01
    degraded
      partner-session: again 500 ! V2-C7-02
    second screen
      session: url /sessions => /sessions/sso/Apple && profiles: status nobody && session: status granted tvp-quarry-2204 && session: form domainName => orchard.example && session: form redirectUrl => https://orchard.example/signed-in && resume: drop ! V2-C8-02
    """#)

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
  private static let parts = Fault.table(
    #"""
    partner
      logout: method DELETE ! API-LOGOUT-01
      logout: url /api/v2/ORCHARD/logout/ => /api/v2/logout/ORCHARD/ ! API-LOGOUT-01
      logout: url ?redirectUrl=https%3A%2F%2Forchard.example%2Fsigned-in =>  ! V2-E1-02 API-LOGOUT-01
      logout: url %3A => %253A ! API-LOGOUT-01
      logout: url /Harbor =>  ! V2-E1-02
      logout: header AP-Device-Identifier ! V2-E1-03 API-HDR-DEVID-03
      logout: header X-Device-Info ! API-LOGOUT-02 API-HDR-DEVINFO-02
      logout: status granted tvp-harbor-2201 ! API-LOGOUT-03
      logout: url /Harbor => /Lantern ! V2-E1-02
      authorize: header Authorization => Basic b3JjaGFyZDp0djE= ! API-HDR-AUTH-01
      authorize: header Authorization => Bearer nobody ! API-HDR-AUTH-01
      profile: header AP-Device-Identifier => OUY4NkQwODE= ! API-HDR-DEVID-01
      profile: header X-Device-Info => {"model":"AppleTV"} ! API-HDR-DEVINFO-01
      profile: device AppleTV ! API-HDR-DEVINFO-01
      profile: device {"model":"AppleTV","osName":"tvOS","osVersion":"17.0","connectionType":"LAN"} ! API-HDR-DEVINFO-01
      profile: device {"model":"AppleTV","version":"5","osName":"tvOS","osVersion":"17.0","connectionType":"LAN","primaryHardwareType":"Television"} ! API-HDR-DEVINFO-01
      configuration: status granted tvp-harbor-2201 ! API-HDR-FOLLOW-01
      preauthorize: status denied && authorize: status denied ! V2-D3-05 V2-D2-01 V2-D1-11 API-SSO-FLOW-03
      preauthorize: header AP-TempPass-Identity => e30= ! API-HDR-FOLLOW-01
      preauthorize: device {"model":"Server","version":"1","osName":"Linux","osVersion":"6","connectionType":"LAN"} ! API-HDR-DEVINFO-02
      authorize: header AP-Device-Identifier => fingerprint b3RoZXI= ! API-HDR-DEVID-02 V2-B6-01
      profiles: url /profiles => /profiles?requestor=ORCHARD ! API-HDR-FOLLOW-01
      configuration: url /configuration => /configuration?platform=tvOS ! API-HDR-FOLLOW-01
      logout: url ?redirectUrl => ?force=true&redirectUrl ! API-HDR-FOLLOW-01
      partner-session: form platform => tvOS ! API-HDR-FOLLOW-01
      partner-profile: form RelayState => x ! API-HDR-FOLLOW-01
      authorize: body {"resources" => {"deviceId":"1","resources" ! API-HDR-FOLLOW-01
      profiles: header AP-Device-Id => 1 ! API-HDR-FOLLOW-01
      profiles: header AP-Framework-Status => 1 ! API-HDR-FOLLOW-01
      profiles: header AP-Partner-Framework-Status => {"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{}} ! API-HDR-PFS-01
      profiles: status {"frameworkProviderInfo":{}} ! API-HDR-PFS-02
      profiles: status {"frameworkPermissionInfo":{},"frameworkProviderInfo":{}} ! API-HDR-PFS-03
      profiles: status {"frameworkPermissionInfo":{"accessStatus":2},"frameworkProviderInfo":{}} ! API-HDR-PFS-03
      profiles: status {"frameworkPermissionInfo":{"accessStatus":"granted","error":"no"},"frameworkProviderInfo":{}} ! API-HDR-PFS-04
      profiles: status {"frameworkPermissionInfo":{"accessStatus":"granted"}} ! API-HDR-PFS-05
      profiles: status {"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":7}} ! API-HDR-PFS-06
      partner-session: status {"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":7}} ! API-HDR-PFS-06
      profiles: status {"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"expirationDate":"1993456000000"}} ! API-HDR-PFS-06
      partner-session: status {"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"tvp-harbor-2201","expirationDate":1993456000000}} ! API-HDR-PFS-07
      partner-session: status {"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"tvp-harbor-2201","expirationDate":"1993456000"}} ! API-HDR-PFS-07
      authorize: status {"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"tvp-harbor-2201"}} ! API-HDR-PFS-07
      profiles: status {"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"error":[1]}} ! API-HDR-PFS-08
      authorize: answer 200 denial && authorize: again 1000 ! API-ERRORS-07
      preauthorize: answer 200 partlyFailed && preauthorize: again 400 ! API-ERRORS-07
      configuration: answer 400 {"action":"none","status":400,"code":"invalid_parameter_service_provider","message":"m"} && configuration: again 1000 ! API-ERRORS-07
      profile: answer 400 {"action":"none","status":400,"code":"invalid_header_pfs_provider_info_expired","message":"m"} && profile: again 300 ! API-ERRORS-07
      authorize: again 6000 && authorize: again 12000 && authorize: again 18000 && authorize: again 24000 && authorize: again 30000 ! API-CHECKLIST-04
      preauthorize: url https:// => http:// ! API-HTTPS-01
      profile: again 200 && profile again: url /api/v2/ORCHARD/profiles/Harbor => /api/v1/checkauthn?deviceId=1&requestor=ORCHARD && profile again: header AP-Device-Identifier ! API-CHECKLIST-07
      profile: again 200 && profile again: url /api/v2/ORCHARD/profiles/Harbor => /api/v1/tokens/media?resource=x&deviceId=1 && profile again: header AP-Device-Identifier ! API-AUTHORIZE-24 API-CHECKLIST-07
      authorize: url /ORCHARD/decisions => /decisions ! V2-D7-02
    basic
      logout page: drop ! API-LOGOUT-19
      profiles: header X-Device-Info && profiles: header User-Agent ! V2-P2-01 API-PROFILES-02 API-HDR-DEVINFO-02
      session: method PUT ! API-SESSIONS-01
      session: header Content-Type => application/json ! API-SESSIONS-01
      session: header AP-Device-Identifier ! API-SESSIONS-02 API-HDR-DEVID-03
      session: header X-Device-Info ! API-SESSIONS-02 API-HDR-DEVINFO-02
      session: form domainName ! API-SESSIONS-12
      session: form redirectUrl => https%3A%2F%2Forchard.example ! API-SESSIONS-01
      authenticate: method POST ! API-AUTHENTICATE-01
      authenticate: delay 7200 ! API-AUTHENTICATE-01 API-PROFILES-CODE-05
      code-profile: method POST ! API-PROFILES-CODE-01
      code-profile: header Authorization ! API-PROFILES-CODE-01 API-HDR-AUTH-01
    server
      authorize 1: header X-Forwarded-For ! API-HDR-FORWARDED-01
      authorize 1: header X-Forwarded-For => unknown ! API-HDR-FORWARDED-01
    resumed
      resume: drop ! API-SESSIONS-01
      resume: text  ! API-SESSIONS-RESUME-01
      resume: header Content-Type => application/json ! API-SESSIONS-RESUME-01
      resume: header Authorization ! API-SESSIONS-RESUME-02 API-HDR-AUTH-01
      resume: method PUT ! API-SESSIONS-RESUME-01
    second screen
      session-information: method DELETE ! API-SESSIONS-GET-01
      session-information: url /api/v2/ORCHARD/sessions/ => /api/v2/sessions/ORCHARD/ ! API-SESSIONS-GET-01
      code-profile: again 400 ! API-PROFILES-CODE-05
      code-profile 3: again 5000 ! API-PROFILES-CODE-05
      code-profile 3: delay 7200 ! API-PROFILES-CODE-05
      code-profile: answer 400 {"action":"none","status":400,"code":"invalid_authentication_session","message":"m"} ! API-PROFILES-CODE-05
      session: again 5000 && session again: text domainName=orchard.example && session again: answer - newCode && authenticate: drop && login page: drop ! API-PROFILES-CODE-05
    """#)

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
