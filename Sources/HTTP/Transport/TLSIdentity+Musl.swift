// SPDX-License-Identifier: Apache-2.0
// Where no TLS is possible: a static program can load no OpenSSL.

#if canImport(Musl)

  extension ClientSettings {
    /// There are byte streams only, and those are plain.
    func wholeExchanges(with origin: Origin) -> (any WholeExchanges)? { nil }
  }

  extension TLSSettings {
    func makeContext() throws(TLSFault) -> any SecureContext { throw .libraryNotLoadable }
  }

  extension TLSIdentity {
    static func makeContext(
      certificateFile: String, keyFile: String
    ) throws(TLSFault) -> any SecureContext {
      throw .libraryNotLoadable
    }
  }
#endif
