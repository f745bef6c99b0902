// SPDX-License-Identifier: Apache-2.0
// TLS by the OpenSSL of the system.
import HTTPMessages

extension TLSSettings {
  func makeContext() throws(TLSFault) -> any SecureContext { throw .libraryMissing }
}
extension ClientSettings {
  func wholeExchanges(with origin: Origin) -> (any WholeExchanges)? { nil }
}
