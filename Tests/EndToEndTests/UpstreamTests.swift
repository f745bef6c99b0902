// SPDX-License-Identifier: Apache-2.0
// Tests of `serve --upstream`: the program between clients of other makes and a service.

import Foundation
import HTTP
import Record
import TestSupport
import Testing

/// `serve --upstream URL --audit`, and the service behind it where that is the reference service.
private final class Upstream {
  let folder: TemporaryFolder
  let port: Int
  let proxy: RunningProduct
  private let service: RunningProduct?

  /// - Parameters:
  ///   - url: The service; nil for the reference service, with these options.
  ///   - limits: What a shell runs before the proxy.
  init(
    _ options: [String] = [], to url: String? = nil, serving: [String] = [], limits: String? = nil
  ) throws {
    folder = try TemporaryFolder()
    service = try url == nil ? RunningProduct(["serve"] + serving, in: folder) : nil
    let target = try url ?? Self.url(of: service)
    proxy = try RunningProduct(
      ["serve", "--audit", "--upstream", target, "--reports", folder.file("Reports")] + options,
      in: folder, environment: ["TMPDIR": folder.path, "SSO_CONFORMANCE_SUITES": Product.suites],
      limits: limits)
    let own = try Self.url(of: proxy)
    port = try #require(own.split(separator: ":").last.flatMap { Int($0) })
  }

  private static func url(of product: RunningProduct?) throws -> String {
    let product = try #require(product)
    var line: Substring?
    try waitUntil {
      line = product.output.split(separator: "\n").first { $0.contains(" listens on ") }
      return line != nil && product.output.contains("\n\n")
    }
    return try #require(line?.split(separator: " ").last.map(String.init))
  }

  /// Asks it for a path so many times, on one connection.
  ///
  /// - Returns: The statuses of the answers.
  func statuses(of path: String, times: Int) throws -> [Int] {
    let client = HTTPClient()
    return try (0..<times).map { _ in
      try client.exchange(
        HTTPRequest(method: "GET", target: path),
        with: Origin(scheme: .http, host: "127.0.0.1", port: port),
        deadline: Deadline(after: .seconds(60))
      ).response.status
    }
  }

  /// Ends the proxy, and then the service.
  func end() -> Finished {
    defer {
      service?.send(SIGTERM)
      _ = service?.wait()
    }
    proxy.send(SIGINT)
    return proxy.wait()
  }

  deinit {
    proxy.send(SIGKILL)
    service?.send(SIGKILL)
  }
}

private let hasPython =
  (try? LimitedProcess.run("/usr/bin/env", ["python3", "-V"]))?.status == 0

@Suite(.waits) struct UpstreamTests {
  private static func python(_ text: String, _ arguments: [String], in folder: TemporaryFolder)
    throws
    -> String
  {
    let result = try LimitedProcess.run(
      "/usr/bin/env",
      ["SSO_CONFORMANCE_SUITES=\(Product.suites)", "python3", "-c", text] + arguments,
      in: folder.url, joinsErrors: true,
      seconds: 120)
    return result.output
  }

  /// Registers, asks for a token, and for profiles with it; then for profiles without one.
  private static let application = """
    import http.client, json, sys
    c = http.client.HTTPConnection("localhost", int(sys.argv[1]))
    def call(method, path, body=None, headers={}):
        c.request(method, path, body, headers)
        r = c.getresponse()
        data = r.read()
        print(r.status)
        return json.loads(data) if data and r.status < 300 else {}
    statement = sys.argv[2]
    own = call("POST", "/o/client/register", json.dumps({"software_statement": statement}),
               {"Content-Type": "application/json", "Accept": "application/json"})
    token = call("POST", "/o/client/token",
                 "grant_type=client_credentials&client_id=%s&client_secret=%s"
                 % (own.get("client_id", ""), own.get("client_secret", "")),
                 {"Content-Type": "application/x-www-form-urlencoded"})
    device = {"AP-Device-Identifier": "fingerprint ZGV2aWNl", "Accept": "application/json"}
    call("GET", "/api/v2/ORCHARD/profiles", None,
         device | {"Authorization": "Bearer " + token.get("access_token", "")})
    call("GET", "/api/v2/ORCHARD/profiles", None, device)
    """

  @Test(.enabled(if: hasPython, "there is no python3 here"))
  func `judges the traffic of an application as its recording is judged`() throws {
    let rules = try TemporaryFolder()
    try RecordedApplication.writeRules(to: rules)
    let upstream = try Upstream([
      "--rules", rules.file("rules"), "--record-har", rules.file("live.har"),
    ])
    let output = try Self.python(
      Self.application, ["\(upstream.port)", "unknown"], in: upstream.folder)
    #expect(output.hasSuffix("401\n401\n") || output.hasSuffix("400\n400\n"), "\(output)")
    let live = upstream.end()
    #expect(live.status == 1, "\(live)")
    let text = live.output + live.error
    for part in [
      "entry 3: GET /api/v2/ORCHARD/profiles → 401",
      "BREAKS 'Profiles are asked for with a token' (A-2), entry 3", "Accept-Encoding: identity",
    ] { #expect(text.contains(part), "\(part) in \(text)") }
    let again = Product.run([
      "audit", rules.file("live.har"), "--answers", "--rules", rules.file("rules"), "--reports",
      rules.file("again"),
    ])
    #expect(again.status == live.status)
    let verdicts = try [(upstream.folder, "Reports"), (rules, "again")].map { folder, name in
      RunJudgement(try folder.record(name)).scenarios.joined().map { "\($0.kind)" }
    }
    #expect(verdicts[0] == verdicts[1] && !verdicts[0].isEmpty)
  }

  @Test(.enabled(if: hasPython, "there is no python3 here"))
  func `passes 100 MiB both ways in little memory, and many connections at once`() throws {
    let folder = try TemporaryFolder()
    let output = try Self.python(Self.large, [Product.executable.path, folder.path], in: folder)
    #expect(
      output == "down 104857600\nup 104857600\nsmall True\nmany 1000\nended 1002\n", "\(output)")
  }

  /// A service, the proxy before it, and clients of both.
  private static let large = """
    import http.client, http.server, os, re, signal, socketserver, subprocess, sys, threading, time
    size = 100 * 1024 * 1024
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def log_message(self, *a): pass
        def do_GET(self):
            n = size if self.path == "/large" else 2
            self.send_response(200)
            self.send_header("Content-Length", str(n))
            self.end_headers()
            while n:
                self.wfile.write(b"x" * min(n, 65536))
                n -= min(n, 65536)
        def do_POST(self):
            n = 0
            while True:
                count = int(self.rfile.readline(), 16)
                left = count
                while left:
                    left -= len(self.rfile.read(min(left, 65536)))
                self.rfile.readline()
                n += count
                if not count: break
            text = str(n).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)
    class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
        daemon_threads = True
        request_queue_size = 1024
    import resource
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    log = open(sys.argv[2] + "/log", "w+")
    proxy = subprocess.Popen([sys.argv[1], "serve", "--audit", "--reports", sys.argv[2] + "/r",
        "--upstream", "http://127.0.0.1:%d" % server.server_port], stdout=log, stderr=log)
    try:
        while True:
            found = re.search(r"listens on http://127.0.0.1:(\\d+)", open(sys.argv[2] + "/log").read())
            if found: break
            time.sleep(0.05)
        def connect():
            return http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=100)
        c = connect()
        c.request("GET", "/large")
        r, n = c.getresponse(), 0
        while True:
            piece = r.read(1 << 16)
            if not piece: break
            n += len(piece)
        print("down", n)
        c.request("POST", "/up", iter([b"y" * 65536] * 1600), {"Transfer-Encoding": "chunked"},
                  encode_chunked=True)
        print("up", c.getresponse().read().decode())
        peak = int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/%d/status" % proxy.pid).read())[1])
        print("small", peak < 160000)
        all = [connect() for i in range(1000)]
        for c in all: c.request("GET", "/")
        print("many", sum(c.getresponse().read() == b"xx" for c in all))
    finally:
        proxy.send_signal(signal.SIGINT)
        proxy.wait()
        log.seek(0)
        told = re.search(r"(.*) of other hosts", log.read())[1]
        print("ended", re.sub(r"\\D", "", told.split("judged")[-1]))
    """

  @Test(.enabled(if: OpenSSLCommand.isUsable, "there is no openssl command here"))
  func `verifies the service's certificate by the profile's authority`() throws {
    let certificates = try OpenSSLCommand.certificates.get()
    func file(_ name: String) -> String { certificates.appending(path: name).path }
    let profiles = try TemporaryFolder()
    for (ca, status) in [("ca.pem", "401"), ("other.pem", "502")] {
      let profile = try profiles.write(
        "target: staging\nbase-url: https://localhost\ntls: {ca: \(file(ca))}\n", to: "p.yaml")
      let upstream = try Upstream(
        ["--target", profile], serving: ["--tls", file("good.pem"), file("key.pem")])
      let result = try LimitedProcess.run(
        "/usr/bin/env",
        [
          "curl", "-sS", "-o", "/dev/null", "-w", "%{http_code}",
          "http://127.0.0.1:\(upstream.port)/api/v2/ORCHARD/profiles",
        ], joinsErrors: true)
      #expect(result.output == status)
      _ = upstream.end()
    }
  }

  @Test(.enabled(if: hasPython, "there is no python3 here"))
  func `judges what comes nearly at once, however fast that is`() throws {
    let upstream = try Upstream()
    let burst = """
      import http.client, sys, threading
      def ask():
          c = http.client.HTTPConnection("localhost", int(sys.argv[1]))
          for _ in range(250):
              c.request("GET", "/api/v2/ORCHARD/profiles")
              c.getresponse().read()
      threads = [threading.Thread(target=ask) for _ in range(8)]
      for t in threads: t.start()
      for t in threads: t.join()
      print("sent")
      """
    let output = try Self.python(burst, ["\(upstream.port)"], in: upstream.folder)
    #expect(output.hasSuffix("sent\n"), "\(output)")
    // At most two hundred wait, and one of each connection; some may be told in this moment.
    let told = upstream.proxy.output.split(separator: "\n").count { $0.hasPrefix("entry ") }
    #expect(told >= 1500)
    let ended = upstream.end()
    let text = ended.output + ended.error
    #expect(text.contains("2,000 entries judged"), "\(text.suffix(2000))")
  }

  @Test func `leaves a recording that can be judged when it is killed`() throws {
    let folder = try TemporaryFolder()
    let upstream = try Upstream(
      ["--record-har", folder.file("live.har")], to: "http://127.0.0.1:1")
    let statuses = try upstream.statuses(of: "/api/v2/ORCHARD/profiles", times: 3)
    #expect(statuses == [502, 502, 502])
    upstream.proxy.send(SIGKILL)
    _ = upstream.proxy.wait()
    let audit = Product.run([
      "audit", folder.file("live.har"), "--reports", folder.file("Reports"),
    ])
    #expect(audit.status == 1 && (audit.output + audit.error).contains("3 entries"), "\(audit)")
    let mode = try FileManager.default.attributesOfItem(atPath: folder.file("live.har"))[
      .posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func `goes on where the traffic can't be kept, and says how much is not judged`() throws {
    let service = try ScriptedServer([
      .readRequest,
      .send("HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n"),
      .sendBytes([UInt8](repeating: 0x78, count: 9_000_000)), .readRequest,
      .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .hang,
    ])
    defer { service.stop() }
    let upstream = try Upstream(
      to: "http://127.0.0.1:\(service.port)", limits: "ulimit -f 8192")
    #expect(try upstream.statuses(of: "/a", times: 2) == [200, 200])
    let live = upstream.end()
    #expect(
      try upstream.folder.report("report.json").contains("1 exchange could not be kept"), "\(live)")
  }

  /// What does not go together, and what the message says.
  @Test(
    arguments: [
      (["--upstream", "http://localhost:1"], "--upstream goes with --audit"),
      (["--audit", "--upstream", "localhost"], "--upstream: the base URL has to begin with"),
      (["--audit", "--upstream", "http://a?b"], "a base URL has no query"),
      (["--audit", "--upstream", "http://a", "--throttled"], "--throttled is about the reference"),
      (["--audit", "--upstream", "http://a", "--data", "x"], "--data is about the reference"),
      (["--audit", "--proxy", "none"], "--proxy goes with --upstream"),
      (["--audit", "--upstream", "http://a", "--proxy", "ftp://x"], "--proxy: "),
      (
        [
          "--audit", "--upstream", "https://a", "--host", "0.0.0.0", "--target", "client.yaml",
        ], "--host 0.0.0.0 goes with no client certificate"
      ),
      (["--audit", "--upstream", "https://a", "--target", "no.yaml"], "'tls' in the profile: "),
    ] as [([String], String)])
  func `refuses what does not go together`(options: [String], message: String) throws {
    let folder = try TemporaryFolder()
    let client = OpenSSLCommand.isUsable ? try OpenSSLCommand.certificates.get().path : "/"
    try folder.write(
      "target: a\nbase-url: https://a\ntls: {certificate: \(client)/client.pem, key: \(client)/key.pem}\n",
      to: "client.yaml")
    try folder.write("target: a\nbase-url: https://a\ntls: {ca: none.pem}\n", to: "no.yaml")
    if !OpenSSLCommand.isUsable, options.contains("client.yaml") { return }
    let options = options.map { $0.hasSuffix(".yaml") ? folder.file($0) : $0 }
    let reports = options.contains("--audit") ? ["--reports", folder.file("Reports")] : []
    let finished = Product.run(["serve"] + reports + options)
    #expect(finished.status == 2 && finished.error.contains(message), "\(finished)")
  }

  @Test func `warns that others in the network call the service`() throws {
    let upstream = try Upstream(["--host", "0.0.0.0"], to: "http://127.0.0.1:1")
    let finished = upstream.end()
    #expect(
      finished.error.contains(
        "warning: anybody in the network who reaches 0.0.0.0 calls the service through it"))
  }
}
