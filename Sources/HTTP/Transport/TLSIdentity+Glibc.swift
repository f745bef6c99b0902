// SPDX-License-Identifier: Apache-2.0
// The server's side of TLS, by the OpenSSL of the system.

#if canImport(Glibc)
  extension TLSIdentity {
    static func makeContext(
      certificateFile: String, keyFile: String
    ) throws(TLSFault) -> any ServerContext {
      guard let library = OpenSSL.installed else { throw .libraryMissing }
      return try OpenSSLContext(
        library, certificateFile: certificateFile, keyFile: keyFile)
    }
  }

  extension OpenSSLContext: ServerContext {
    func stream(over plain: PlainStream) throws(TLSFault) -> any ByteStream {
      try TLSStream(plain, self, host: nil)
    }
  }

  extension OpenSSLFault {
    /// What an error of a handshake means to whoever runs the server.
    ///
    /// - Parameter reason: The number of the error within the library of TLS.
    static func serverFault(reason: Int, text: String?) -> TLSFault {
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
