// SPDX-License-Identifier: Apache-2.0
// The names of headers, members and parameters that carry secrets.

import Formats
import HTTP

/// Knows under which names messages carry secrets.
enum SecretPlaces {
  /// Header fields whose values are shown, with the secrets in them masked; in lower case. `-` at the
  /// end stands for all that begin so. No other header field is shown.
  private static let shownHeaders = """
    accept accept- access-control- age allow alt-svc ap-partner-framework-status ap-sdk-identifier \
    cache-control connection content-disposition content-encoding content-language content-length \
    content-location content-range content-security-policy content-security-policy- content-type \
    cross-origin- date etag expect expires forwarded host if-match if-modified-since if-none-match \
    keep-alive last-modified link location origin pragma range ratelimit ratelimit- referer \
    referrer-policy retry-after sec-fetch- server strict-transport-security te trailer \
    transfer-encoding upgrade user-agent vary via www-authenticate x-content-type-options \
    x-device-info x-frame-options x-powered-by x-ratelimit- x-requested-with x-xss-protection
    """.split(separator: " ")

  /// A name that ends in one of these holds a secret: `access_token`, `householdId`. In lower case,
  /// without `_`, `-` and a prefix of XML.
  private static let endings = byLast(
    """
    token tokens secret secrets assertion assertions session statement password passwords nonce \
    nonces clientid userid householdid deviceid sessionid tokenid subjectid samlresponse samlrequest \
    samlattributequeryresponse passwd passphrase credential credentials apikey jwt cookie privatekey \
    signature signaturevalue deviceidentifier useridentifier nameid username otp authorization \
    accesskey csrf idfa identifierforvendor regcode udid tempassidentity temppassidentity \
    visitoridentifier proxyauthenticate authenticationinfo
    """)

  /// The same for names that end other words, too: the whole name, or its last word: `userPin`.
  private static let lastWords = ["bearer", "link", "pin", "pwd", "refresh", "sid", "ticket"]
    .map { Array($0.utf8) }
  private static let lastEndings = byLast("bearer link pin pwd refresh sid ticket")

  /// `id` under one of these is a secret.
  private static let owners = byLast("user household device subscriber session visitor")

  /// Words by their last two letters, each from its end to its beginning.
  private static func byLast(_ words: String) -> [[[UInt8]]] {
    var lists: [[[UInt8]]] = Array(repeating: [], count: 1 << 10)
    for word in words.split(separator: " ").map({ Array($0.utf8.reversed()) }) {
      lists[key(word[0], word[1])].append(word)
    }
    return lists
  }

  /// Of a name, so many bytes are looked at.
  private static let longest = 256

  private static func key(_ last: UInt8, _ before: UInt8) -> Int {
    Int(last & 31) << 5 | Int(before & 31)
  }

  static let schemes = ["Bearer", "Basic", "fingerprint", "Digest", "DPoP", "Negotiate"]

  /// Whether the value of a header field is shown, but for the secrets in it.
  static func isShownHeader(_ name: String) -> Bool {
    let name = name.lowercased()
    return shownHeaders.contains { $0 == name || $0.hasSuffix("-") && name.hasPrefix($0) }
  }

  /// Whether the value of a header field is a secret, in a message to or from the target.
  static func isSecretHeader(_ name: String) -> Bool {
    isSecret(name) && name.lowercased() != "link"
  }

  /// The scheme that the value of a secret header begins with, such as `Bearer`.
  static func scheme(of value: some StringProtocol) -> String? {
    let word = value.utf8.prefix { $0 != 0x20 }
    return word.endIndex == value.endIndex ? nil : schemes.first { word.elementsEqual($0.utf8) }
  }

  /// Whether a member of that name holds a secret: `access_token`, `accessToken`, `saml:NameID`.
  ///
  /// - Parameter owner: The name of the member that the member is in; nil for none.
  static func isSecret(_ name: String, in owner: String? = nil) -> Bool {
    isSecret(Array(name.utf8)[...])
      || name.utf8.count == 2 && name.lowercased() == "id"
        && isOwner(Array((owner ?? "").utf8)[...])
  }

  /// Whether an `id` in a member of that name is a secret.
  static func isOwner(_ name: ArraySlice<UInt8>) -> Bool {
    ends(name, in: owners)
  }

  static func isSecret(_ name: ArraySlice<UInt8>) -> Bool {
    if ends(name, in: endings) { return true }
    guard ends(name, in: lastEndings) else { return false }
    // `userPin`, but not `SPIN`.
    let words = name.split { !isLetterOrDigit($0) }.last.map(TokenRuns.words)
    return words?.last.map { lastWords.contains($0.map(Octets.lowercased)) } ?? false
  }

  /// Whether a name ends in one of others, without regard to case, `_` and `-`.
  private static func ends(
    _ name: ArraySlice<UInt8>, in endings: [[[UInt8]]]
  ) -> Bool {
    var index = name.endIndex
    var count = 0
    /// The letter before the place that was reached, in lower case.
    func letter() -> UInt8? {
      while index > name.startIndex, count < longest {
        index -= 1
        count += 1
        let byte = name[index]
        if byte != 0x5F, byte != 0x2D { return Octets.lowercased(byte) }
      }
      return nil
    }
    guard let last = letter(), let before = letter() else { return false }
    let words = endings[key(last, before)]
    if words.isEmpty { return false }
    let (start, startCount) = (index, count)
    return words.contains { word in
      (index, count) = (start, startCount)
      return word[0] == last && word[1] == before && word.dropFirst(2).allSatisfy { letter() == $0 }
    }
  }

  /// Members that only an answer about an error has beside its `code`, and those that only a session
  /// has, in lower case.
  private static let errorMembers = """
    error errors details trace helpurl description errordescription action title detail reason domain
    """.split(separator: " ")
  private static let sessionMembers = """
    session sessionid url expires expiresin expiration notafter notbefore existingparameters \
    missingparameters requestor registrationurl generated interval state
    """.split(separator: " ")

  /// What a `code` is, by the members beside it.
  enum CodeKind {
    case ofError
    case ofSession
    /// A word of an enumeration, or that of an authorization.
    case other

    init(of object: JSONObject) {
      let names = object.names.map { $0.lowercased().filter { $0 != "_" && $0 != "-" }[...] }
      // A status of HTTP tells of an error, too.
      let hasStatus = object.members.contains {
        (400...599).contains($0.value.number?.integer ?? 0)
      }
      if names.contains(where: errorMembers.contains) {
        self = .ofError
      } else if names.contains(where: sessionMembers.contains) {
        self = .ofSession
      } else {
        self = hasStatus ? .ofError : .other
      }
    }

    /// Whether such a code is a secret.
    func isSecret(_ code: String) -> Bool {
      switch self {
      case .ofError: false
      case .ofSession: true
      case .other: !isWord(Array(code.utf8)[...])
      }
    }
  }

  /// Whether a text is a word of an enumeration: `invalid`, `signed_in`, `SIGNED_IN`.
  static func isWord(_ text: ArraySlice<UInt8>) -> Bool {
    text.allSatisfy { 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
      || text.contains(UInt8(ascii: "_"))
  }

  private static let namesOfPairs = [
    "name", "key", "attribute", "attributename", "k", "header", "field", "param", "parameter",
  ].map { Array($0.utf8) }
  private static let namesOfValues = ["value", "values", "val", "v", "data", "content"]
    .map { Array($0.utf8) }
  static let longestValueName = namesOfValues.map(\.count).max() ?? 0

  /// Whether a member holds the name of another member's value: `{"name": "token", "value": "…"}`.
  static func isNameOfPair(_ name: String) -> Bool {
    contains(namesOfPairs, Array(name.utf8)[...])
  }

  /// Whether the value of a pair has that name.
  static func isNameOfValue(_ name: ArraySlice<UInt8>) -> Bool { contains(namesOfValues, name) }

  private static func contains(_ names: [[UInt8]], _ name: ArraySlice<UInt8>) -> Bool {
    names.contains { one in
      one.count == name.count
        && zip(one, name.indices).allSatisfy { $0 == Octets.lowercased(name[$1]) }
    }
  }
}
