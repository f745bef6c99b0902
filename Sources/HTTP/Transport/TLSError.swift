// SPDX-License-Identifier: Apache-2.0
// The reasons why no TLS connection came about.

/// A reason why no TLS connection came about.
package enum TLSError: Error, Sendable, Equatable, CustomStringConvertible {
  /// There is no OpenSSL on this system.
  case libraryMissing
  /// This program is linked with a C library that can load no other library.
  case libraryNotLoadable
  /// A file of the settings that can't be used, and what is wrong with it.
  case file(String, String)
  case expired
  case notYetValid
  case selfSigned
  case unknownIssuer
  case wrongHost(String)
  /// No certificate can be checked for this host, since its name is not one.
  case uncheckable(String)
  case revoked
  /// Another fault of the certificate, in the words of the library.
  case certificate(String)
  case clientCertificateRequired
  case clientCertificateRefused
  case oldVersion
  /// The service does not speak TLS on that port.
  case notTLS
  case closed
  /// A client did not accept the certificate of this server, in the words of the library.
  case certificateRefused(String)
  /// A client of this server speaks no TLS.
  case plainRequest
  /// A client of this server speaks no version of TLS from 1.2 on.
  case oldClient
  /// There is no server's side of TLS on this system.
  case noServer
  /// Anything else, in the words of the library.
  case other(String)

  package var description: String {
    switch self {
    case .libraryMissing:
      "https needs OpenSSL, and neither libssl.so.3 nor libssl.so.1.1 is on this system: "
        + "install it (Debian: apt-get install libssl3)"
    case .libraryNotLoadable:
      "this program is linked with musl and can load no OpenSSL, which https needs: take the one that "
        + "'swift build -c release --static-swift-stdlib --product sso-conformance' makes"
    case .file(let path, let what): "'\(path)' \(what)"
    case .expired: "the certificate of the service has expired: it has to be renewed there"
    case .notYetValid:
      "the certificate of the service is not valid yet: check the clocks on both sides"
    case .selfSigned:
      "the certificate of the service is signed by itself: "
        + "name it as 'ca' under 'tls' of the profile if it is to be trusted"
    case .unknownIssuer:
      "the certificate of the service is signed by an issuer that is not known here: "
        + "name the issuer's certificate as 'ca' under 'tls' of the profile"
    case .wrongHost(let host):
      "the certificate of the service is not for \(host): use a name that is among its subject "
        + "alternative names, or have it issued with this one (a common name does not count)"
    case .uncheckable(let host):
      "no certificate can be checked for '\(host)': write a host's name, or an address in full, "
        + "such as 127.0.0.1"
    case .revoked: "the certificate of the service has been revoked"
    case .certificate(let what): "the certificate of the service is not accepted: \(what)"
    case .clientCertificateRequired:
      "the service asks for a client certificate: "
        + "give 'certificate' and 'key' under 'tls' of the profile"
    case .clientCertificateRefused: "the service does not accept the client certificate"
    case .oldVersion:
      "the service speaks no version of TLS from 1.2 on: it has to be brought up to date"
    case .notTLS: "the service does not speak TLS on that port: is the URL to begin with http?"
    case .closed: "the service closed the connection during the TLS handshake"
    case .certificateRefused(let what):
      "the client does not accept the certificate (\(what)): have the device trust its issuer, and "
        + "use a name or an address that is among its subject alternative names"
    case .plainRequest: "the client does not speak TLS: its URL has to begin with https"
    case .oldClient: "the client speaks no version of TLS from 1.2 on"
    case .noServer: "serving https needs OpenSSL, and is not possible on this system yet"
    case .other(let what): "TLS failed: \(what)"
    }
  }
}
