// SPDX-License-Identifier: Apache-2.0
// The words of suites, which may be shown.

import Suites

extension SuiteCollection {
  /// The words of the suites, of their fragments and of the catalogues. They are no values of a
  /// target, so they may be shown.
  var words: Set<String> {
    var words: Set<String> = []
    for bytes in texts { words.formUnion(Self.words(of: bytes)) }
    for catalogue in catalogues.values {
      for requirement in catalogue.phases.flatMap(\.requirements) {
        words.formUnion(Self.words(of: Array(requirement.text.utf8)))
        for place in requirement.places ?? [] {
          words.formUnion(Self.words(of: Array(place.text.utf8)))
        }
      }
      for place in catalogue.freedoms.flatMap(\.places) {
        words.formUnion(Self.words(of: Array(place.text.utf8)))
      }
    }
    return words
  }

  private static func words(of bytes: [UInt8]) -> Set<String> {
    Set(
      bytes.split { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          false
        default: true
        }
      }.map { String(decoding: $0, as: UTF8.self) })
  }
}
