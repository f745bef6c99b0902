// SPDX-License-Identifier: Apache-2.0
// The loaded trust and identity that secure connections are made with.

import Synchronization

/// Makes secure connections; any thread can use it.
protocol SecureContext: Sendable {
  /// - Parameter host: Whom the certificate has to be for; nil on the server's side.
  func stream(over plain: PlainStream, host: String?) throws(TLSError) -> any ByteStream

  /// Whether its certificate is for a host: a name in lower case, or an address in digits.
  func isCertified(for host: String) -> Bool
}

/// Keeps what took long to load.
final class SecureContextStore: Sendable {
  private let context = Mutex<(any SecureContext)?>(nil)

  func value(
    orMake make: () throws(TLSError) -> any SecureContext
  ) throws(TLSError) -> any SecureContext {
    try context.withLock { context throws(TLSError) in
      if let context { return context }
      let made = try make()
      context = made
      return made
    }
  }
}
