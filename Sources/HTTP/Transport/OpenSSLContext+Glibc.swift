// SPDX-License-Identifier: Apache-2.0
// Trust and identity, as OpenSSL loads them.

#if canImport(Glibc)
  import Glibc

  /// The context that the sessions of a client, or of a server, share: loading the system's certificates takes longer than a
  /// handshake.
  ///
  /// Unchecked, because the compiler can't know that OpenSSL locks a context itself, and that this
  /// one is not altered once it is made.
  final class OpenSSLContext: SecureContext, @unchecked Sendable {
    let library: OpenSSL
    let pointer: OpaquePointer
    let isVerified: Bool
    let hasCertificate: Bool

    /// - Parameter isServer: A server asks its clients for no certificate.
    init(_ library: OpenSSL, _ settings: TLSSettings, isServer: Bool) throws(TLSError) {
      let method = isServer ? library.serverMethod() : library.clientMethod()
      guard let pointer = library.newContext(method) else {
        throw .other("no context could be made")
      }
      self.library = library
      self.pointer = pointer
      isVerified = settings.isVerified
      hasCertificate = settings.certificateFile != nil
      prepare()
      library.setVerification(pointer, settings.isVerified ? 1 : 0, nil)
      library.setCertificateCallback(pointer) { session, _, _ in
        OpenSSL.installed?.extra(session, 0)?.assumingMemoryBound(to: Bool.self).pointee = true
        return 0
      }
      do throws(TLSError) {
        try load(settings, isServer: isServer)
      } catch {
        library.clearErrors()
        throw error
      }
    }

    deinit { library.freeContext(pointer) }

    func stream(over plain: PlainStream, host: String?) throws(TLSError) -> any ByteStream {
      try TLSStream(plain, self, host: host)
    }

    func isCertified(for host: String) -> Bool {
      guard let certificate = library.certificate(pointer) else { return false }
      defer { library.clearErrors() }
      return System.isNumeric(host)
        ? library.isForAddress(certificate, host, 0) == 1
        : library.isForHost(certificate, host, host.utf8.count, 0, nil) == 1
    }

    private func prepare() {
      // SSL_CTRL_SET_MIN_PROTO_VERSION, TLS 1.2 (RFC 9325, section 3.1.1)
      _ = library.controlContext(pointer, 123, 0x0303, nil)
      // SSL_CTRL_MODE: partial writes, from a buffer that may move
      _ = library.controlContext(pointer, 33, 3, nil)
      // No question on the terminal for the password of a key.
      library.setPasswordCallback(pointer) { _, _, _, _ in 0 }
    }

    private func load(_ settings: TLSSettings, isServer: Bool) throws(TLSError) {
      if let file = settings.caFile {
        guard library.loadTrusted(pointer, file, nil) == 1 else {
          throw .file(file, "has no certificates in PEM form that can be read")
        }
      } else if !isServer {
        _ = library.useSystemTrust(pointer)
      }
      guard let certificate = settings.certificateFile else { return }
      let key = settings.keyFile ?? certificate
      guard library.useCertificate(pointer, certificate) == 1 else {
        throw .file(certificate, "has no certificate in PEM form that can be read")
      }
      // SSL_FILETYPE_PEM
      guard library.useKey(pointer, key, 1) == 1 else {
        throw .file(key, "has no key in PEM form that can be read without a password")
      }
      guard library.checkKey(pointer) == 1 else {
        throw .file(key, "has a key that does not belong to the certificate '\(certificate)'")
      }
    }
  }

  /// Translates an error of OpenSSL for a person.
  enum OpenSSLErrors {
    /// - Parameters:
    ///   - reason: The number of the error within the library of TLS.
    ///   - verification: The result of checking the certificate, 0 for none.
    static func fault(
      reason: Int, text: String?, verification: Int, verificationText: String?, host: String,
      wasAskedForCertificate: Bool, hasCertificate: Bool
    ) -> TLSError {
      // X509_V_ERR_…
      switch verification {
      case 0: break
      case 9: return .notYetValid
      case 10: return .expired
      case 18: return .selfSigned
      case 2, 19, 20, 21: return .unknownIssuer
      case 23: return .revoked
      case 62, 64: return .wrongHost(host)
      default: return .certificate(verificationText ?? "fault \(verification)")
      }
      // SSL_R_…; from 1000 on the alerts of the other side (RFC 8446, section 6).
      switch reason {
      case 1116: return .clientCertificateRequired
      case 1040...1049 where wasAskedForCertificate && !hasCertificate:
        return .clientCertificateRequired
      case 1041...1049 where hasCertificate: return .clientCertificateRefused
      case 258, 1070: return .oldVersion
      case 156, 198, 267: return .notTLS
      default: return .other(text ?? "error \(reason)")
      }
    }

    /// Translates an error of a handshake for whoever runs the server.
    ///
    /// - Parameter reason: The number of the error within the library of TLS.
    static func serverFault(reason: Int, text: String?) -> TLSError {
      // SSL_R_…; from 1000 on the alerts of the client (RFC 8446, section 6).
      switch reason {
      case 155, 156, 267: .plainRequest
      case 1042...1049: .certificateRefused(text ?? "alert \(reason - 1000)")
      case 258, 1070: .oldClient
      default: .other(text ?? "error \(reason)")
      }
    }
  }
#endif
