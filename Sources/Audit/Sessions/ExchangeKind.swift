// SPDX-License-Identifier: Apache-2.0
// A kind of exchange by its name.

import Formats
import Text

/// A kind of exchange: `token` is `POST /o/client/token`.
package struct ExchangeKind: Sendable {
  package let name: String
  /// The methods and paths that it has.
  let routes: [ExchangeRoute]
  /// The calls of the partner framework that it is, by their names in a log; empty for a kind of
  /// requests to the service.
  var calls: [String] = []
  /// The values that it has by the index of their names, before those of every exchange.
  let values: [Int: [ValueSource]]
  /// Whether other cookbooks have it too, so that it doesn't show that this one is followed.
  package let isShared: Bool
  /// Whether services of others have such a path too, so that it doesn't show whose an origin is.
  package let isCommon: Bool
  /// The part of every application's walk that it belongs to: `sign-in`. nil for one that not every
  /// application makes. Of several with one part each application makes at least one.
  package let core: String?
  let position: Position

  /// Whether it is a call of the partner framework.
  package var isCall: Bool { !calls.isEmpty }
}
