// SPDX-License-Identifier: Apache-2.0
// Defects of the user agent's login, and of the profile that a code stands for.

internal import HTTPMessages
internal import JSON
internal import ReferenceService

extension Defect {
  static let logins: [Defect] = [
    Defect(
      "login-answers-200", of: "API-AUTHENTICATE-02", summary: "The user agent gets a page",
      .answer(at: [.authenticate]) { response, _ in
        guard response.status == 302 else { return }
        response = HTTPResponse(
          status: 200, reason: "OK", headers: HeaderList(["Content-Type": "text/html"]),
          body: Array("<html></html>".utf8))
      }),
    Defect(
      "login-leads-nowhere", of: "API-AUTHENTICATE-04", "API-AUTHENTICATE-02",
      summary: "The login leads to a page that there is not",
      .header(at: [.authenticate], status: 302...302, "Location", "/nowhere")),
    Defect(
      "login-breaks-at-unknown-codes", of: "API-AUTHENTICATE-03",
      summary: "An unknown code leads to an internal error", switch: .breaksAtUnknownCodes),
    Defect(
      "login-errors-as-json", of: "API-AUTHENTICATE-03",
      summary: "The user agent gets an enhanced error",
      .answer(at: [.authenticate]) { response, _ in
        guard response.status == 400 else { return }
        response = .json(
          400,
          [
            "action": "none", "status": 400, "code": "invalid_authentication_session",
            "message": "The session is over.",
          ])
      }),
    Defect(
      "login-by-unknown-code", of: "API-AUTHENTICATE-03",
      summary: "An unknown code opens a login",
      .answer(at: [.authenticate]) { response, _ in
        guard response.status == 400 else { return }
        response = HTTPResponse(
          status: 302, reason: "Found", headers: HeaderList(["Location": "https://example.com/"]))
      }),
    Defect(
      "login-makes-no-profile", of: "API-AUTHENTICATE-04", summary: "A login leaves no profile",
      switch: .makesNoProfileByLogin),
    Defect(
      "code-profile-not-found", of: "API-PROFILES-CODE-02",
      summary: "Until the user has signed in the answer is 404",
      .status(at: [.profileOfCode], 200, to: 404, where: [.isEmpty("profiles")])),
    Defect(
      "code-profile-as-list", of: "API-PROFILES-CODE-02", summary: "profiles is a list",
      .json(at: [.profileOfCode], .list("profiles"))),
    Defect(
      "code-profile-of-the-partner", of: "API-PROFILES-CODE-03",
      summary: "The profile of a code is one of the partner",
      .json(
        at: [.profileOfCode], .replace("profiles/*/type", "appleSSO"),
        .replace("profiles/*/issuer", "Apple"))),
    Defect(
      "code-profile-issued-by-apple", of: "API-PROFILES-CODE-03",
      summary: "The issuer of a regular profile is Apple",
      .json(at: [.profileOfCode], .replace("profiles/*/issuer", "Apple"))),
    Defect(
      "code-profile-stays-empty", of: "API-AUTHENTICATE-04", "API-PROFILES-CODE-02",
      summary: "The code has no profile after the login",
      .json(at: [.profileOfCode], .replace("profiles", [:]))),
    Defect(
      "code-profile-of-the-last-login", of: "API-PROFILES-CODE-02",
      summary: "Until the user has signed in the profile is another user's",
      .behaviour(HTTPResponse?.none) { request, ask, last in
        let answer = ask(request)
        guard ServiceEndpoint(request) == .profileOfCode,
          let profiles = answer.json?["profiles"]?.object
        else { return answer }
        if profiles.isEmpty { return last ?? answer }
        last = answer
        return answer
      }),
    Defect(
      "login-by-code-that-is-over", of: "API-AUTHENTICATE-03",
      summary: "A code opens a login after its session has been replaced",
      .behaviour([String: HTTPResponse]()) { request, ask, logins in
        let answer = ask(request)
        switch ServiceEndpoint(request) {
        case .createSession?:
          if let url = answer.json?["url"]?.string, url.contains("/authenticate/") {
            logins[url] = ask(
              HTTPRequest(method: "GET", target: url, headers: HeaderList(["Host": "localhost"])))
          }
        case .authenticate? where answer.status == 400 && request.method == "GET":
          return logins[request.target] ?? answer
        default: break
        }
        return answer
      }),
    Defect(
      "code-profile-unknown-code", of: "API-PROFILES-CODE-04",
      summary: "An unknown code is one of a user who has not signed in yet",
      .replacement(at: [.profileOfCode], status: 400...400, by: 200, ["profiles": [:]])),
  ]
}
