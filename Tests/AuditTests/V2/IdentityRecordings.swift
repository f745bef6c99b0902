// SPDX-License-Identifier: Apache-2.0
// Applications with single sign-on by an identity: right ones, and their faults.

import Audit
import Formats
import HTTP
import Text

enum IdentityRecordings {
  private static let names = [
    ("fire tv", "Adobe-Subject-Token", "AMZ"),
    ("roku", "X-Roku-Reserved-Roku-Connect-Token", "ROKU"),
    ("service token", "AD-Service-Token", "ST"),
  ]

  static let all: [(name: String, recording: Recording)] =
    names.flatMap { name, header, _ -> [(name: String, recording: Recording)] in
      [
        (name, record(header)), ("\(name), signed in elsewhere", recordSecond(header)),
        ("\(name), later", record(header, isLate: true)),
      ]
    } + [("without a companion", record(nil))]

  /// A token of a user.
  static func token(
    _ user: String = "jane", until end: Int = 4_000_000_000, key: String? = "secret"
  ) -> String {
    JWS.token(
      [
        "iss": "somebody", "aud": "adobe", "sub": .string(user), "iat": 1_700_000_000,
        "exp": .integer(end),
      ], key: key)
  }

  /// An application that signs in, plays and logs out.
  ///
  /// - Parameter isLate: Whether the device has an identity only after the sign-in.
  private static func record(_ header: String?, isLate: Bool = false) -> Recording {
    var app = RightApplication()
    app.register()
    if !isLate { app.identity = header.map { ($0, token()) } }
    app.get("profiles", "profiles")
    app.get("configuration", "configuration")
    app.wait(.seconds(20))
    app.signInAtMVPD("Harbor")
    if isLate { app.identity = header.map { ($0, token()) } }
    app.get("profiles 2", "profiles")
    app.decide("preauthorize", "preauthorize", "Harbor", ["orchard-live", "orchard-premium"])
    app.decide("denied", "authorize", "Harbor", ["orchard-premium"])
    app.wait(.seconds(20))
    app.decide("authorize", "authorize", "Harbor", ["orchard-live"])
    app.wait(.seconds(60))
    let answer = app.get(
      "logout", "logout/Harbor?redirectUrl=https%3A%2F%2Forchard.example%2Fsigned-in")
    app.visit("logout page", answer["logouts"]?["Harbor"]?["url"]?.string ?? "")
    app.wait(.seconds(600))
    return app.recording.ending(at: app.now)
  }

  /// The second application, whose session needs no login.
  private static func recordSecond(_ header: String) -> Recording {
    var app = RightApplication()
    app.identity = (header, token())
    app.register()
    app.get("profiles", "profiles")
    app.get("configuration", "configuration")
    app.post("session", "sessions", RightApplication.parameters + [("mvpd", "Harbor")])
    app.decide("authorize", "authorize", "Harbor", ["orchard-live"])
    app.wait(.seconds(600))
    return app.recording.ending(at: app.now).edited { recording in
      recording.answer(
        "session", 200,
        """
        {"actionName":"authorize","actionType":"direct","reasonType":"authenticatedSSO",\
        "sessionId":"1","mvpd":"Harbor","serviceProvider":"ORCHARD"}
        """)
    }
  }

  static let faults = withIdentity + withoutIdentity

  /// Faults of an application that is judged by REST API V2 alone.
  private static let withoutIdentity = Fault.table(
    """
    without a companion
      session: drop && authenticate: drop && code-profile: drop && profiles 2: drop ! API-PREAUTHORIZE-20 API-AUTHORIZE-25
      code-profile: answer 200 {"profiles":{}} && profiles 2: drop && preauthorize: \(missing) ! API-PREAUTHORIZE-20
      code-profile: answer 200 {"profiles":{}} && profiles 2: drop && authorize: \(missing) ! API-AUTHORIZE-25
      profiles 2: answer 200 {"profiles":{}} && profiles 2: url /profiles => /profiles/Harbor ! API-PREAUTHORIZE-20 API-AUTHORIZE-25
      logout: before preauthorize ! API-PREAUTHORIZE-20 API-AUTHORIZE-25
      logout: before authorize ! API-AUTHORIZE-25
      session: form mvpd => tvp-harbor-2201 ! API-CONFIGURATION-18
      session: form mvpd => Elsewhere ! API-CONFIGURATION-18

    """)

  /// The service has no profile.
  private static let missing =
    #"answer 403 {"status":403,"code":"authenticated_profile_missing","action":"authentication"}"#

  private static let withIdentity: [Fault] = names.flatMap { name, header, id in
    let always = id == "AMZ" ? "AMZ-A2-01 AMZ-A2-03" : "\(id)-A2-01"
    let user = id == "ST" ? "ST-A2-05" : "\(id)-A0-01"
    let expired = "  profiles 2: header \(header) => \(token(until: 1_600_000_000)) ! \(id)-A1-02\n"
    let unsigned = "  authorize: header \(header) => \(token(key: nil)) ! \(id)-A1-03\n"
    let valid = id == "ROKU" ? "" : expired + unsigned
    let own =
      switch id {
      case "AMZ": "  session: url /sessions => /sessions?ast=x ! AMZ-A2-04 API-HDR-FOLLOW-01\n"
      case "ROKU": "  profiles: url https:// => http:// ! ROKU-A2-06 API-HTTPS-01\n"
      default: "  configuration: header \(header) => \(token()) ! API-HDR-FOLLOW-01\n"
      }
    return Fault.table(
      """
      \(name)
        profiles 2: header \(header) ! \(always)
        preauthorize: header \(header) ! \(always) \(id)-D1-06
        authorize: header \(header) ! \(always) \(id)-D1-06
        logout: header \(header) ! \(always) \(id)-E1-01
        authorize: header \(header) => Bearer \(token()) ! \(id)-A2-02
        authorize: header \(header) => nonsense ! \(id)-A2-02
        profiles 2: header \(header) => \(token("john")) ! \(user)
        logout page: drop ! \(id)-E3-01 API-LOGOUT-19

      """ + valid + own)
  }
}
