// SPDX-License-Identifier: Apache-2.0
// States of the Apple emulator: a framework in order, and a request that is not.

extension AppleState {
  static let requestStates: [AppleState] = [
    AppleState(
      "header-not-base64",
      "The status header cannot be decoded",
      "The header is text that is not Base64, or Base64 of something that is not a JSON"
        + " object: option headerValues, of which the first is sent."
    ) { $0.client = .malformedHeader },
    AppleState(
      "header-expiration-as-number",
      "expirationDate sent as a JSON number",
      "A common mistake of client authors."
    ) { $0.client = .expirationAsNumber },
    AppleState(
      "header-expiration-in-seconds",
      "expirationDate in seconds",
      "A date in 1970 for whoever reads milliseconds: expired."
    ) { $0.client = .expirationInSeconds },
    AppleState(
      "header-unknown-access-status",
      "accessStatus outside the enumeration",
      "Also try the spellings Granted, not_determined."
    ) { $0.client = .unknownAccessStatus },
    AppleState(
      "missing-redirect-url",
      "The partner session is asked for without redirectUrl",
      "Even though the status is valid the answer is a fallback, since the parameters are"
        + " needed for it."
    ) { $0.client = .noRedirectURL },
    AppleState(
      "partner-unknown",
      "Another partner name in the path",
      "For example /sessions/sso/Banana; also try lower-case apple (not documented)."
    ),
  ]
}
