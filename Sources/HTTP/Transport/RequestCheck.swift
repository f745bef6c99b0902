// SPDX-License-Identifier: Apache-2.0
// Checks that a request is one message.

/// Checks that a request is one message and no more: a line break in a value would begin another.
enum RequestCheck {
  static func check(_ request: HTTPRequest) throws(TransportError) {
    guard Octets.isToken(request.method) else {
      throw TransportError(.invalidRequest("its method is not a token"))
    }
    guard !request.target.isEmpty, !request.target.hasByte({ $0 <= 0x20 || $0 == 0x7F }) else {
      throw TransportError(
        .invalidRequest("its path is empty, or has a blank or a control character"))
    }
    for field in request.headers.fields {
      guard Octets.isToken(field.name) else {
        throw TransportError(.invalidRequest("a header field has a name that is not a token"))
      }
      guard !field.value.hasByte({ $0 == 0 || $0 == 0x0D || $0 == 0x0A }) else {
        throw TransportError(
          .invalidRequest("the header field \(field.name) has a line break or NUL in its value"))
      }
    }
  }

  static func asksToClose(_ request: HTTPRequest) -> Bool {
    request.headers.values(of: "Connection").contains { value in
      value.lowercased().split(separator: ",").contains {
        $0.split(separator: " ").first == "close"
      }
    }
  }
}

extension String {
  /// Whether any byte matches; avoids copying, since it runs for every request.
  @inline(__always) fileprivate func hasByte(_ isSo: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      for byte in bytes where isSo(byte) { return true }
      return false
    } ?? utf8.contains(where: isSo)
  }
}
