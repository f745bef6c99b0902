// SPDX-License-Identifier: Apache-2.0
// The values of the named segments of a path.

/// The names that may stand in the path of a route, as `{serviceProvider}`.
enum PathName: String {
  case serviceProvider
  case partner
  case mvpd
  case code
  /// The service provider of REST API V1.
  case requestor
}

struct PathNames {
  var values: [PathName: String] = [:]

  /// The value of a name; empty if the route does not have that name.
  subscript(name: PathName) -> String { values[name] ?? "" }
}
