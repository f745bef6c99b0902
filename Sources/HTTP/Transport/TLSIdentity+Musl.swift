// SPDX-License-Identifier: Apache-2.0
// Where no TLS is possible: a static program can load no OpenSSL.

#if canImport(Musl)

  extension ClientSettings {
    /// There are byte streams only, and those are plain.
    func bufferedTransport(with origin: Origin) -> (any BufferedTransport)? { nil }
  }

  extension TLSSettings {
    func makeContext(isServer: Bool) throws(TLSError) -> any SecureContext {
      throw .libraryNotLoadable
    }
  }
#endif
