// SPDX-License-Identifier: Apache-2.0
// Tells whether an exchange is as a pattern says.

/// Whether something is so.
enum Match: Equatable {
  case yes
  case no
  case unknown(UnjudgedReason)
}
