// SPDX-License-Identifier: Apache-2.0
// Random identifiers and codes.

import Formats
import HTTP
import Text

struct RandomValues: Sendable {
  /// As many random bytes as asked for.
  let bytes: @Sendable (Int) -> [UInt8]

  func uuid() -> String { UUIDText.random(bytes) }

  /// Random bytes as hexadecimal digits, two for each byte.
  func hexadecimal(bytes count: Int) -> String { Hexadecimal.text(of: bytes(count)) }

  /// A code for a person to type: seven letters and digits that don't look alike.
  ///
  /// - Parameter isTaken: Whether a code is in use; another one is drawn then, up to 100 times.
  func code(isTaken: (String) -> Bool) -> String {
    let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)
    var code = ""
    for _ in 0..<100 {
      code = String(decoding: bytes(7).map { alphabet[Int($0) % alphabet.count] }, as: UTF8.self)
      if !isTaken(code) { break }
    }
    return code
  }
}
