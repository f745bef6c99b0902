// SPDX-License-Identifier: Apache-2.0
// Masking: no part of a secret is left, whatever stands around it and however it is written.

import Formats
import HTTP
import Record
import Text

extension Surface {
  private static let secret = "qL8zR2vT6+wX0/yB4dF9h\"J3kN7.pS1uM5aC=="

  static let secrets = Surface(
    name: "secrets", about: "masking, and learning of secrets",
    pieces: [
      "%2B", "%252B", "\\u002B", "\\/", "&quot;", "&#x2b;", "Bearer ", "token=", "\"code\":\"",
      "<a b='", "QUJD", "…", "Set-Cookie: s=", "{\"access_token\":", "password=", "==",
    ],
    seeds: { _ in
      [
        "A{\"access_token\":\"abc\",\"a\":[\"", "Bhttps://h/?token=", "C<saml:Assertion a=\"",
        "DSet-Cookie: session=", "EBearer ", "Fa text of a service, and then ", "G&#x41;%41\\u0041",
      ].map { Array($0.utf8) }
    },
    makeCheck: { _ in
      { bytes throws(Flaw) in
        let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
        var known = KnownSecrets()
        known.add(secret, named: "secret")
        let middle = text.index(
          text.startIndex, offsetBy: text.count / 2, limitedBy: text.endIndex)
        let form = written(by: Int(bytes.first ?? 0))
        let whole =
          "\(text[..<(middle ?? text.endIndex)])\(form)\(text[(middle ?? text.endIndex)...])"
        let masked = known.mask.masked(whole)
        let scalars = Array(form.utf8)
        // Base64 of a longer text may share a letter with what stands around it.
        for start in stride(from: 0, through: scalars.count - 20, by: 4) {
          let part = String(decoding: scalars[start..<start + 16], as: UTF8.self)
          try Flaw.unless(
            !masked.contains(part), "'\(part)' of '\(form)' is left, between other texts")
        }
        // What a service sends is learned from; that must end soon, too.
        known.addSecrets(inText: whole)
        if let value = try? JSONParser.document(bytes).root { known.addSecrets(in: value) }
        known.addSecrets(
          of: HTTPResponse(
            status: 200, reason: "OK", headers: HeaderList(["Set-Cookie": text]),
            body: Array(whole.utf8)), json: nil)
        try Flaw.unless(
          !known.mask.masked(whole).contains(secret), "the secret is left once others are known")
        return !masked.isEmpty
      }
    })

  /// The secret in one of its ways to be written.
  private static func written(by number: Int) -> String {
    let bytes = Array(secret.utf8)
    func each(_ form: (UInt8) -> String) -> String { bytes.map(form).joined() }
    func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    switch number % 9 {
    case 0: return secret
    case 1: return JSONWriter.text(.string(secret))
    case 2: return each { "\\u00\(hex($0))" }
    case 3: return PercentEncoding.encode(secret)
    case 4: return each { "%\(hex($0))" }
    case 5: return Base64.encode(bytes)
    case 6:
      let shift = number / 9 % 3
      return Base64.encode(Array("abc".utf8.prefix(shift)) + bytes).replacing("+", with: "-")
        .replacing("/", with: "_")
    case 7: return each(hex)
    default: return each { "&#\($0);" }
    }
  }
}
