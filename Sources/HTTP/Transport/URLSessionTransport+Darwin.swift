// SPDX-License-Identifier: Apache-2.0
// `https` on macOS: whole exchanges by URLSession, because the system has no OpenSSL.

#if canImport(Darwin)
  import Foundation
  import Synchronization

  extension ClientSettings {
    func bufferedTransport(with origin: Origin) -> (any BufferedTransport)? {
      origin.scheme == .https ? URLSessionTransport() : nil
    }
  }

  extension TLSSettings {
    func makeContext(isServer: Bool) throws(TLSError) -> any SecureContext {
      if isServer { throw .noServer }
      guard let file = caFile ?? certificateFile ?? keyFile else { throw .libraryMissing }
      throw .file(file, "can't be used on macOS: use the keychain")
    }
  }

  /// The parts of an answer that URLSession gives: it hides framing, reason phrase and repeated fields, and decides by
  /// the system's trust alone. Files of the settings are refused rather than passed over.
  struct URLSessionTransport: BufferedTransport {
    func exchange(
      _ request: HTTPRequest, with origin: Origin, deadline: Deadline, settings: ClientSettings,
      cancellation: Cancellation
    ) throws(TransportError) -> HTTPExchange {
      let place = origin.hostAndPort
      for file in [settings.tls.caFile, settings.tls.certificateFile] {
        guard let file else { continue }
        throw TransportError(.tls(place, .file(file, "can't be used on macOS: use the keychain")))
      }
      guard let url = URL(string: "\(origin)\(request.target)") else {
        throw TransportError(.invalidRequest("its path is not part of a URL"))
      }
      var outgoing = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalAndRemoteCacheData)
      outgoing.httpMethod = request.method
      outgoing.httpBody = request.body.isEmpty ? nil : Data(request.body)
      outgoing.httpShouldHandleCookies = false
      for field in request.headers.fields {
        outgoing.addValue(field.value, forHTTPHeaderField: field.name)
      }
      let start = ContinuousClock.now
      let delegate = SessionDelegate(
        bodyBytes: settings.limits.bodyBytes, isVerified: settings.tls.isVerified)
      let configuration = URLSessionConfiguration.ephemeral
      // Else the settings of the system would decide.
      configuration.connectionProxyDictionary = Self.dictionary(
        settings.proxies?.proxy(for: origin))
      let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
      let task = session.dataTask(with: outgoing)
      task.resume()
      defer { session.invalidateAndCancel() }
      let limit = Deadline.earliest(deadline, Deadline(after: settings.responseTimeout))
      switch cancellation.wait(for: System.readable, on: delegate.descriptor, until: limit) {
      case .cancelled: throw TransportError(.cancelled)
      case .timedOut: throw TransportError(.timedOut(.waiting, limit.allowance))
      case .ready: break
      }
      return HTTPExchange(
        response: try delegate.response(place),
        notes: ["by URLSession: the framing of the answer was not seen"],
        duration: start.duration(to: .now))
    }
  }

  extension URLSessionTransport {
    /// A proxy as URLSession is told of it; of none, an empty dictionary.
    private static func dictionary(_ proxy: Proxy?) -> [AnyHashable: Any] {
      guard let proxy else { return [:] }
      return ["HTTPSEnable": 1, "HTTPSProxy": proxy.origin.host, "HTTPSPort": proxy.origin.port]
    }
  }

  /// Gathers one answer; its descriptor becomes readable once that is complete.
  private final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
      var head: HTTPURLResponse?
      var body: [UInt8] = []
      var error: (any Error)?
      var isTooLong = false
    }

    private let state = Mutex(State())
    private let done = Cancellation()
    private let bodyBytes: Int
    private let isVerified: Bool

    init(bodyBytes: Int, isVerified: Bool) {
      self.bodyBytes = bodyBytes
      self.isVerified = isVerified
    }

    var descriptor: Int32 { done.descriptor }

    func response(_ place: String) throws(TransportError) -> HTTPResponse {
      let (head, body, error, isTooLong) = state.withLock {
        ($0.head, $0.body, $0.error, $0.isTooLong)
      }
      if isTooLong {
        throw TransportError(
          .unreadable(MessageError(.bodyTooLong(announced: nil, limitBytes: bodyBytes))))
      }
      guard error == nil, let head else {
        throw TransportError(
          .noConnection(place, error?.localizedDescription ?? "there was no answer"))
      }
      let fields = head.allHeaderFields.map { name, value in HeaderField("\(name)", "\(value)") }
      return HTTPResponse(
        status: head.statusCode,
        headers: HeaderList(fields.sorted { $0.name < $1.name }), body: body)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping (URLRequest?) -> Void
    ) { completionHandler(nil) }

    func urlSession(
      _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      if !isVerified, let trust = challenge.protectionSpace.serverTrust {
        completionHandler(.useCredential, URLCredential(trust: trust))
      } else {
        completionHandler(.performDefaultHandling, nil)
      }
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
      state.withLock { $0.head = response as? HTTPURLResponse }
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      let isTooLong = state.withLock { state in
        state.isTooLong = state.body.count + data.count > bodyBytes
        if !state.isTooLong { state.body += data }
        return state.isTooLong
      }
      if isTooLong { dataTask.cancel() }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      state.withLock { $0.error = error }
      done.cancel()
    }
  }
#endif
