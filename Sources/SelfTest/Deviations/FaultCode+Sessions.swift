// SPDX-License-Identifier: Apache-2.0
// Behaviours of sessions, of the login, and of profiles.

internal import Formats
internal import HTTP

extension FaultCode {
  static let sessions: [FaultCode] = [
    FaultCode("profiles-of-all") { scope in
      scope.exchange { request, ask in
        let one = ask(request)
        guard one.status == 200 else { return one }
        var all = request
        all.target = "/\(request.pathSegments.dropLast().joined(separator: "/"))"
        return ask(all)
      }
    },
    FaultCode("as-for-a-new-device") { scope in
      scope.exchange { request, ask in
        let answer = ask(request)
        guard scope.holds(of: answer) else { return answer }
        return ask(
          request.setting("AP-Device-Identifier", "fingerprint b3RoZXItZGV2aWNlLTE3LW90aGVy"))
      }
    },
    // A resumed session does not show what came later.
    FaultCode("forgets-what-came-later") { _ in
      .behaviour(Set<String>()) { request, ask, resumed in
        var answer = ask(request)
        switch ServiceEndpoint(request) {
        case .resumeSession?: resumed.insert(request.pathSegments.last ?? "")
        case .retrieveSession? where resumed.contains(request.pathSegments.last ?? ""):
          answer.json?.set("existingParameters/mvpd", nil)
        default: break
        }
        return answer
      }
    },
    // A session ends those of other devices.
    FaultCode("last-session-counts") { _ in
      .behaviour("") { request, ask, last in
        let answer = ask(request)
        switch ServiceEndpoint(request) {
        case .createSession?: last = answer.json?["code"]?.string ?? last
        case .retrieveSession? where answer.status == 200 && request.pathSegments.last != last:
          var other = request
          other.target = "/api/v2/\(request.pathSegments[2])/sessions/AAAAAAA"
          return ask(other)
        default: break
        }
        return answer
      }
    },
    FaultCode("profile-of-the-last-login") { scope in
      .behaviour(HTTPResponse?.none) { request, ask, last in
        let answer = ask(request)
        guard scope.covers(request), let profiles = answer.json?["profiles"]?.object else {
          return answer
        }
        if profiles.isEmpty { return last ?? answer }
        last = answer
        return answer
      }
    },
    // A code opens a login after its session has been replaced.
    FaultCode("logins-stay-open") { _ in
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
      }
    },
    FaultCode("absolute-urls") { scope in
      scope.json { json, request in
        json.replace("url") { url in
          .string("http://\(request.headers["Host"] ?? "")\(url.string ?? "")")
        }
      }
    },
    FaultCode("domain-for-domainname") { scope in
      scope.json { json, _ in
        json.replace("missingParameters/*") { $0 == "domainName" ? "domain" : $0 }
        if let domain = json["existingParameters"]?["domainName"] {
          json.set("existingParameters/domain", domain)
          json.set("existingParameters/domainName", nil)
        }
      }
    },
    // Codes with a tail, in answers and in the requests that use them.
    FaultCode("long-codes") { scope in
      let tail = "-long-17"
      return scope.exchange { request, ask in
        var request = request
        request.target = request.target.replacing(tail, with: "")
        var answer = ask(request)
        if answer.status == 200 { answer.lengthenCode(by: tail) }
        return answer
      }
    },
    // Resume gives a new code for the session, and the old one holds on.
    FaultCode("another-code-after-resume") { scope in
      let tail = "99"
      return scope.exchange { request, ask in
        var request = request
        let segments = request.pathSegments
        // The codes of the reference service have seven characters; the tail makes nine.
        if let last = segments.last, last.hasSuffix(tail), last.utf8.count > 8,
          ["sessions", "code"].contains(segments[segments.count - 2])
            || segments[2] == "authenticate"
        {
          request = request.replacing(
            segment: segments.count - 1, by: String(last.dropLast(tail.count)))
        }
        var answer = ask(request)
        if ServiceEndpoint(request) == .resumeSession, answer.status == 200 {
          answer.lengthenCode(by: tail)
        }
        return answer
      }
    },
    // The way to the login is a path.
    FaultCode("location-of-path", orWith: ["prefix"]) { scope in
      scope.answer { response, _ in
        guard let location = response.headers["Location"],
          let path = location.firstRange(of: "/mvpd/")
        else { return }
        response.headers.set("Location", "\(scope["prefix"])\(location[path.lowerBound...])")
      }
    },
    // A malformed redirectUrl is another one, or none.
    FaultCode("malformed-redirect-url", orWith: ["new"]) { scope in
      scope.request { $0.replaceMalformedRedirectURL(by: scope.words["new"]?.string) }
    },
    FaultCode("malformed-redirect-url-is-refused") { scope in
      scope.exchange { request, ask in
        let answer = ask(request)
        var changed = request
        changed.replaceMalformedRedirectURL(by: nil)
        return changed.body != request.body
          && answer.json?["reasonType"] == "missing_parameters_fallback"
          ? .refusal(400, "invalid_parameter_redirect_url") : answer
      }
    },
  ]
}

extension HTTPResponse {
  /// Puts a tail behind the code of a session.
  fileprivate mutating func lengthenCode(by tail: String) {
    guard var json, let code = json["code"]?.string else { return }
    json.set("code", .string(code + tail))
    json.replace("url") { .string(($0.string ?? "").replacing(code, with: code + tail)) }
    self.json = json
  }
}

extension HTTPRequest {
  /// Puts another value into the field redirectUrl where it is not an absolute URL; nil removes it.
  fileprivate mutating func replaceMalformedRedirectURL(by text: String?) {
    guard let old = formValue("redirectUrl"), !old.contains("://") else { return }
    editForm { fields in
      fields = fields.compactMap { field in
        field.name == "redirectUrl" ? text.map { (name: field.name, value: $0) } : field
      }
    }
  }
}
