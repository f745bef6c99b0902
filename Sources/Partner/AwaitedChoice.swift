// SPDX-License-Identifier: Apache-2.0
// What a call of an application waits for.

import Formats

/// A choice that has to be made before a call is answered.
package struct AwaitedChoice: Sendable, Equatable {
  /// What the application is told of it; nothing where no choice helps.
  var members = JSONObject()
  /// Whether the application chooses, in another call, and not the person.
  var isOfApplication = false
}
