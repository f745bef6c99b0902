// SPDX-License-Identifier: Apache-2.0
// One request being answered, and who sent it from where.

internal import Encodings
internal import HTTPMessages

/// A request with all that its answer depends on but the store.
struct Exchange {
  let request: HTTPRequest
  /// The address of the client.
  let peer: String
  let directory: Directory
  let settings: ServiceSettings
  let now: Timestamp
  let randomBytes: @Sendable (Int) -> [UInt8]
  /// What X-Device-Info says; nil where it is missing, repeated or can't be read.
  let deviceInformation: DeviceInformation?

  init(
    request: HTTPRequest, peer: String, directory: Directory, settings: ServiceSettings,
    now: Timestamp, randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.request = request
    self.peer = peer
    self.directory = directory
    self.settings = settings
    self.now = now
    self.randomBytes = randomBytes
    let values = request.headers.values(of: "X-Device-Info")
    deviceInformation = values.count == 1 ? DeviceInformation(header: values[0]) : nil
  }
}

extension Exchange {
  /// Where the request leads; nil where there is nothing.
  var route: Route? { path.hasPrefix("/") ? Route(names) : nil }

  /// The answer where there is no route.
  var nothing: ServiceAnswer {
    if V1Route.isPrefix(of: Array(names.prefix(2))) {
      return answer(.v1(status: 404, message: "Not Found"))
    }
    return plainError(404, code: "not_found", message: "There is nothing at this path.")
  }

  private var path: Substring { request.target.prefix { $0 != "?" && $0 != "#" } }

  /// The segments of the path. An escape that is none stands for itself: nothing has such a name.
  private var names: [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { segment in
      PercentEncoding.decode(String(segment)) ?? String(segment)
    }
  }

  func answer(_ route: Route, _ store: inout Store) -> ServiceAnswer {
    if settings.isThrottled, route.isThrottled, let refusal = throttle(&store) { return refusal }
    guard route.methods.contains(request.method) else { return wrongMethod(route) }
    do {
      return try serve(route, &store)
    } catch {
      return answer(error)
    }
  }

  private func serve(_ route: Route, _ store: inout Store) throws(Refusal) -> ServiceAnswer {
    switch route {
    case .register: try register(&store)
    case .token: try token(&store)
    case .configuration(let provider): try configuration(provider, &store)
    case .partnerSession(let provider, let partner):
      try createPartnerSession(provider, partner, &store)
    case .partnerProfile(let provider, let partner):
      try createPartnerProfile(provider, partner, &store)
    case .profiles(let provider): try profiles(provider, &store)
    case .profile(let provider, let mvpd): try profile(provider, mvpd, &store)
    case .profileOfCode(let provider, let code): try profile(provider, code: code, &store)
    case .sessions(let provider): try createSession(provider, &store)
    case .session(let provider, let code):
      request.method == "GET"
        ? try retrieveSession(provider, code, &store) : try resumeSession(provider, code, &store)
    case .authenticate(let provider, let code): try authenticate(provider, code, &store)
    case .preauthorize(let provider, let mvpd): try preauthorize(provider, mvpd, &store)
    case .authorize(let provider, let mvpd): try authorize(provider, mvpd, &store)
    case .logout(let provider, let mvpd): try logout(provider, mvpd, &store)
    case .v1(let route): try serve(route, &store)
    case .mvpdLogin(let mvpd): try signIn(mvpd, store)
    case .mvpdReturn(let mvpd): try returnFromLogin(mvpd, &store)
    case .mvpdLogout(let mvpd): try signOut(mvpd)
    }
  }

  private func wrongMethod(_ route: Route) -> ServiceAnswer {
    var answer: ServiceAnswer
    if route.isForUserAgent {
      answer = .page(405)
    } else if case .v1 = route {
      answer = self.answer(.v1(status: 405, message: "Method Not Allowed"))
    } else {
      answer = plainError(
        405, code: "method_not_allowed", message: "The resource does not have this method.")
    }
    answer.headers.append("Allow", route.methods.joined(separator: ", "))
    if request.method == "HEAD" { answer.body = .bytes([]) }
    return answer
  }
}

extension Exchange {
  /// The fields of the query.
  var query: FormFields {
    guard let start = request.target.firstIndex(of: "?") else { return FormFields() }
    let rest = request.target[request.target.index(after: start)...]
    return FormFields(String(rest.prefix { $0 != "#" }))
  }

  /// The fields of the body. What is no form has none.
  var form: FormFields {
    String(validating: request.body, as: UTF8.self).map { FormFields($0) } ?? FormFields()
  }

  /// The value of a field that may stand there once; nil also where it stands there more often.
  func header(_ name: String) -> String? {
    let values = request.headers.values(of: name)
    return values.count == 1 ? values.first : nil
  }

  /// Where the request was sent, for absolute locations: the origin by the Host header.
  var origin: String {
    guard let host = header("Host"), !host.isEmpty,
      host.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !Array("/?#@\\\"<>".utf8).contains($0) })
    else { return "" }
    return "http://\(host)"
  }

  /// The address of the device: what the client forwards, else its own.
  var deviceAddress: String {
    guard let forwarded = request.headers["X-Forwarded-For"]?.split(separator: ",").first else {
      return peer
    }
    let address = String(forwarded.filter { $0 != " " && $0 != "\t" })
    return address.isEmpty ? peer : address
  }

  /// As many hexadecimal digits as twice the bytes.
  func randomText(bytes count: Int) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: randomBytes(count).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
      as: UTF8.self)
  }

  /// Whether a text is an absolute URL: a scheme, and something after it in visible ASCII.
  static func isURL(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, colon + 1 < bytes.count,
      bytes.count <= 2000, bytes.allSatisfy({ 0x21...0x7E ~= $0 }),
      0x61...0x7A ~= bytes[0] | 0x20,
      bytes[..<colon].allSatisfy({ byte in
        0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte || Array("+-.".utf8).contains(byte)
      })
    else { return false }
    let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    guard scheme == "http" || scheme == "https" else { return true }
    let rest = bytes[(colon + 1)...]
    guard rest.starts(with: Array("//".utf8)), let first = rest.dropFirst(2).first else {
      return false
    }
    return !Array("/?#:".utf8).contains(first)
  }
}
