// SPDX-License-Identifier: Apache-2.0
// The openssl command: certificates and a TLS server for tests.

package import Foundation
import Testing

/// Certificates made by the `openssl` command, once a test run.
package enum OpenSSLCommand {
  package static let path: String? = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/bin/openssl"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether there is the command, and a transport that its certificates can be given to.
  package static var isUsable: Bool {
    #if os(Linux)
      path != nil
    #else
      false
    #endif
  }

  private static let folder = FileManager.default.temporaryDirectory
    .appending(path: "sso-conformance-tls-\(ProcessInfo.processInfo.processIdentifier)")

  package struct Failure: Error {
    package let arguments: [String]
    package let output: String
  }

  /// A folder with two authorities, `ca.pem` and `other.pem`, and what the first has signed.
  package static let certificates: Result<URL, any Error> = Result {
    atexit { try? FileManager.default.removeItem(at: OpenSSLCommand.folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for key in ["key", "otherkey", "cakey"] {
      try run(
        ["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "\(key).pem"], folder)
    }
    try run(
      ["ec", "-in", "key.pem", "-aes128", "-passout", "pass:x", "-out", "locked.pem"], folder)
    for (ca, key) in [("ca", "cakey"), ("other", "otherkey")] {
      try run(
        [
          "req", "-x509", "-new", "-key", "\(key).pem", "-subj", "/CN=Test \(ca)", "-days", "2",
          "-out", "\(ca).pem",
        ], folder)
    }
    let here = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    try run(
      [
        "req", "-x509", "-new", "-key", "key.pem", "-subj", "/CN=self", "-days", "2", "-addext",
        here, "-out", "self.pem",
      ], folder)
    for (name, extra) in [
      ("good", here), ("client", "subjectAltName=DNS:client"),
      ("wrong", "subjectAltName=DNS:elsewhere.example"),
      // Their subjects are the names of the host.
      ("localhost", "basicConstraints=CA:FALSE"),
      ("127.0.0.1", "subjectAltName=DNS:127.0.0.1"),
      ("mail", "subjectAltName=email:postmaster@localhost"),
    ] {
      try run(
        ["req", "-new", "-key", "key.pem", "-subj", "/CN=\(name)", "-out", "\(name).csr"], folder)
      try extra.write(to: folder.appending(path: "\(name).ext"), atomically: true, encoding: .utf8)
      try run(
        [
          "x509", "-req", "-in", "\(name).csr", "-CA", "ca.pem", "-CAkey", "cakey.pem",
          "-CAcreateserial", "-extfile", "\(name).ext", "-days", "2", "-out", "\(name).pem",
        ], folder)
    }
    try signDated(folder, here)
    return folder
  }

  /// Certificates that are over, and not there yet: only `openssl ca` takes dates.
  private static func signDated(_ folder: URL, _ names: String) throws {
    try """
    [ca]
    default_ca = test
    [test]
    database = index.txt
    new_certs_dir = .
    certificate = ca.pem
    private_key = cakey.pem
    default_md = sha256
    policy = any
    rand_serial = yes
    unique_subject = no
    [any]
    commonName = supplied
    """.write(to: folder.appending(path: "ca.cnf"), atomically: true, encoding: .utf8)
    try "".write(to: folder.appending(path: "index.txt"), atomically: true, encoding: .utf8)
    for (name, start, end) in [
      ("expired", "20200101000000Z", "20210101000000Z"),
      ("early", "20900101000000Z", "20910101000000Z"),
    ] {
      try run(
        [
          "ca", "-batch", "-config", "ca.cnf", "-in", "good.csr", "-extfile", "good.ext",
          "-startdate", start, "-enddate", end, "-notext", "-out", "\(name).pem",
        ], folder)
    }
  }

  private static func run(_ arguments: [String], _ folder: URL) throws {
    let result = try LimitedProcess.run(
      path ?? "/usr/bin/openssl", arguments, in: folder, joinsErrors: true)
    guard result.status == 0 else { throw Failure(arguments: arguments, output: result.output) }
  }
}

/// `openssl s_server` on a free port, until it is stopped.
package final class TLSServer {
  package private(set) var port = 0
  private let process: LimitedProcess

  package init(_ arguments: [String]) throws {
    let answer = arguments.contains("-HTTP") ? [] : ["-www"]
    process = try LimitedProcess(
      OpenSSLCommand.path ?? "/usr/bin/openssl",
      ["s_server", "-accept", "127.0.0.1:0"] + answer + arguments,
      in: try OpenSSLCommand.certificates.get(), joinsErrors: true)
    // It says "ACCEPT 127.0.0.1:40123" once it listens.
    var text = ""
    try waitUntil {
      text = process.output
      return text.contains("ACCEPT") && text.hasSuffix("\n") || !process.isRunning
    }
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("ACCEPT") }),
      let port = line.split(separator: ":").last.flatMap({ Int($0) })
    else {
      stop()
      throw OpenSSLCommand.Failure(arguments: arguments, output: text)
    }
    self.port = port
  }

  package func stop() {
    // A child of a worker thread inherits that SIGTERM is blocked.
    process.send(SIGKILL)
    _ = process.wait()
  }
}
