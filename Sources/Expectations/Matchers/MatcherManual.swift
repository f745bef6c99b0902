// SPDX-License-Identifier: Apache-2.0
// The meaning of each matcher, with a value that it matches and one that it does not.

/// The meaning of a matcher, for those who write suites.
package struct MatcherManual: Sendable {
  /// Without `!`.
  package let name: String
  /// Says in a sentence which values it matches.
  package let meaning: String
  /// A pattern, as a suite writes it.
  package let pattern: String
  /// JSON that the pattern matches; nil where it matches a missing value only.
  package let match: String?
  /// JSON that it does not match, and why; nil where it matches every value.
  package let miss: (value: String, why: String)?

  private init(
    _ name: String, _ meaning: String, _ pattern: String, _ match: String?,
    _ miss: (value: String, why: String)?
  ) {
    self.name = name
    self.meaning = meaning
    self.pattern = pattern
    self.match = match
    self.miss = miss
  }
}

extension MatcherManual {
  /// The manuals of all matchers, in the order of their names.
  package static let all: [MatcherManual] = [
    MatcherManual(
      "absent", "It matches a missing value, such as a member that the answer must not have.",
      "!absent {}", nil, ("null", "null is a value")),
    MatcherManual(
      "all", "It matches what every pattern of the list matches.",
      "!all [!string {length: {max: 8}}, !starts-with ab]", #""abc""#,
      (#""abcdefghi""#, "it has more than 8 characters")),
    MatcherManual(
      "any", "It matches any value, null too, but not a missing one.", "!any {}", "null", nil),
    MatcherManual("array", "It matches any array.", "!array {}", "[1]", ("{}", "it is an object")),
    MatcherManual(
      "base64",
      "It matches a string that is Base64 of a text which the inner pattern matches. With !json or "
        + "!xml inside, the text is read as such.",
      "!base64 [!json {id: 7}]", #""eyJpZCI6N30=""#, (#""{\"id\":7}""#, "it is not Base64")),
    MatcherManual(
      "boolean", "It matches true and false.", "!boolean {}", "true", (#""true""#, "it is a text")),
    MatcherManual(
      "contains", "It matches a string that contains the text, with the same case.",
      "!contains sso", #""/sessions/sso/farm""#, (#""SSO""#, "the case differs")),
    MatcherManual(
      "each",
      "It matches an array of which every item matches, and that has one at least. Of an "
        + "object, the values are the items.",
      "!each [!integer {}]", "[1, 2]", ("[]", "there is no item")),
    MatcherManual(
      "enhanced-error",
      "It matches a complete error of the service: action, status, code and message, flat or inside "
        + "of a member error, and with the given members.",
      "!enhanced-error {code: invalid_integration, status: 400}",
      #"{"action": "none", "status": 400, "code": "invalid_integration", "message": "m"}"#,
      (#"{"status": 400, "code": "invalid_integration", "message": "m"}"#, "the action is missing")),
    MatcherManual(
      "exactly", "It matches an object with these members and no other.", "!exactly {id: 7}",
      #"{"id": 7}"#, (#"{"id": 7, "name": "a"}"#, "it has one more member")),
    MatcherManual(
      "http-date", "It matches a date of a header field, at, before or after a time.",
      "!http-date {}", #""Sun, 06 Nov 1994 08:49:37 GMT""#,
      (#""1994-11-06T08:49:37Z""#, "it has another form")),
    MatcherManual(
      "integer", "It matches a whole number in the range.", "!integer {min: 1, max: 9}", "9",
      (#""9""#, "it is a text")),
    MatcherManual(
      "json", "It matches a string that is JSON of a value which the inner pattern matches.",
      "!json {id: 7}", #""{\"id\": 7}""#, (#"{"id": 7}"#, "it is an object, not a text")),
    MatcherManual(
      "jws",
      "It matches a token of three base64url parts whose header and claims match: JSON objects. It "
        + "judges no signature; an empty one is allowed where `alg` is none.",
      "!jws {header: {alg: HS256}, claims: {sub: a}}",
      #""eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln""#,
      (#""eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.""#, "the signature is missing")),
    MatcherManual(
      "matches", "It matches a string of which the regular expression matches all.",
      "!matches '[a-z]+'", #""abc""#, (#""abc1""#, "the expression has to match the whole text")),
    MatcherManual(
      "media-type",
      "It matches a media type in upper or lower case. Parameters count only where they are given.",
      "!media-type application/json", #""Application/JSON; charset=utf-8""#,
      (#""text/html""#, "it is another type")),
    MatcherManual(
      "none", "It matches an array of which no item matches.", "!none 7", "[1, 2]",
      ("[7]", "one item matches")),
    MatcherManual(
      "not", "It matches what the inner pattern does not match, a missing value too.",
      "!not [!one-of [a, b]]", #""c""#, (#""a""#, "the inner pattern matches it")),
    MatcherManual(
      "number", "It matches a number in the range, whole or not.", "!number {min: 0}", "0.5",
      ("-1", "it is less than 0")),
    MatcherManual(
      "object", "It matches any object.", "!object {}", #"{"a": 1}"#, ("[]", "it is an array")),
    MatcherManual(
      "one-of", "It matches what one of the patterns of the list matches.", "!one-of [200, 201]",
      "201", ("202", "none of the patterns matches it")),
    MatcherManual(
      "optional", "It matches a missing value, and what the inner pattern matches.",
      "!optional [!string {}]", #""a""#, ("null", "null is a value, and not a text")),
    MatcherManual(
      "size", "It matches an array or an object with so many items or members.",
      "!size {min: 1, max: 2}", "[1, 2]", ("[]", "it has fewer")),
    MatcherManual(
      "some",
      "It matches an array of which at least one item matches. Of an object, the values are "
        + "the items.",
      "!some {id: 7}", #"[{"id": 1}, {"id": 7}]"#, (#"[{"id": 1}]"#, "no item matches")),
    MatcherManual(
      "starts-with", "It matches a string that begins with the text, with the same case.",
      "!starts-with /api/", #""/api/v2""#, (#""api/v2""#, "it begins otherwise")),
    MatcherManual(
      "string", "It matches a string, of the given length in characters.",
      "!string {length: {min: 1}}", #""a""#, (#""""#, "it is too short")),
    MatcherManual(
      "timestamp",
      "It matches milliseconds since 1970, as a number or as digits; at, before or after a time.",
      "!timestamp {after: now - 3650d}", "1700000000000", (#""yesterday""#, "it is not a number")),
    MatcherManual(
      "timestamp-seconds",
      "It matches seconds since 1970, as a number; at, before or after a time in milliseconds.",
      "!timestamp-seconds {after: now - 3650d}", "1700000000", ("1700000000000", "it has 13 digits")
    ),
    MatcherManual(
      "unordered", "It matches an array with just these items, in any order.",
      "!unordered [1, 2]", "[2, 1]", ("[1, 2, 3]", "it has one item more")),
    MatcherManual(
      "url",
      "It matches a string that is a URL or a path with these parts. `origin: target` is the "
        + "service itself.",
      "!url {scheme: https, host: example.com}", #""https://example.com/a""#,
      (#""http://example.com/a""#, "it has another scheme")),
    MatcherManual(
      "uuid", "It matches 8-4-4-4-12 hexadecimal digits.", "!uuid {}",
      #""ba23d141-d715-561c-94f4-e9e4c966b1eb""#, (#""ba23d141""#, "it is too short")),
    MatcherManual(
      "xml",
      "It matches a string that is XML with these values at these paths. Without a path, any XML "
        + "matches.", "!xml {/error/status: \"403\"}", #""<error><status>403</status></error>""#,
      (#""<error/>""#, "the element is missing")),
  ]
}
