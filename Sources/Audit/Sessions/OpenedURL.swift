// SPDX-License-Identifier: Apache-2.0
// A URL that the service gave and that a user agent may open.

import Formats

/// A URL that an exchange was answered with.
struct OpenedURL: Hashable {
  let urlHash: Int
  let kind: Int
  let value: Int
  let number: Int
  let origin: Int
}
