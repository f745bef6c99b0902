// SPDX-License-Identifier: Apache-2.0
// The right to play one resource, as a token.

import Formats
import Text

/// The right to play a resource now. Only a token verifier can read one, and the made-up world has
/// no verifier.
struct MediaToken {
  let notBefore: Timestamp
  let notAfter: Timestamp
  let serialized: String
}

extension MediaToken {
  init(resource: String, serviceProvider: String, mvpd: String, _ call: ServiceCall) {
    notBefore = call.now
    notAfter = call.now + call.lifetimes.mediaToken
    serialized = Base64.encode(
      JSONWriter.text([
        "resource": .string(resource), "serviceProvider": .string(serviceProvider),
        "mvpd": .string(mvpd), "notAfter": .integer(notAfter.milliseconds),
        "signature": .string(call.random.hexadecimal(bytes: 32)),
      ]))
  }

  var json: JSONValue {
    [
      "notBefore": .integer(notBefore.milliseconds), "notAfter": .integer(notAfter.milliseconds),
      "serializedToken": .string(serialized),
    ]
  }
}
