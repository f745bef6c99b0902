// SPDX-License-Identifier: Apache-2.0
// Tells whether an exchange is as a pattern says.

/// The answer to the question whether an exchange is as a pattern says.
enum Match: Equatable {
  case yes
  case no
  case unknown(UnjudgedReason)
}
