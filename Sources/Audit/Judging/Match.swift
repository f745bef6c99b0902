// SPDX-License-Identifier: Apache-2.0
// Tells whether an exchange is as a pattern says.

/// The answer to the question whether an exchange is as a pattern says.
enum Match: Equatable {
  case yes
  case no
  case unknown(UnjudgedReason)
}

extension Match {
  /// Whether both are so.
  func and(_ other: Match) -> Match {
    switch (self, other) {
    case (.no, _), (_, .no): .no
    case (.yes, _): other
    case (.unknown, .yes): self
    case (.unknown, .unknown): other
    }
  }
}
