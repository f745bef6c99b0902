// SPDX-License-Identifier: Apache-2.0
// Where there is no server's side of TLS.

#if canImport(Darwin)
  extension TLSIdentity {
    static func makeContext(
      certificateFile: String, keyFile: String
    ) throws(TLSFault) -> any ServerContext {
      throw .noServer
    }
  }
#endif
