// SPDX-License-Identifier: Apache-2.0
// Where no TLS is possible: a static program can load no OpenSSL.

#if canImport(Musl)

  extension ClientSettings {
    /// There are byte streams only, and those are plain.
    func wholeExchanges(with origin: Origin) -> (any WholeExchanges)? { nil }
  }

  extension TLSSettings {
    func makeContext(isServer: Bool) throws(TLSFault) -> any SecureContext {
      throw .libraryNotLoadable
    }
  }
#endif
