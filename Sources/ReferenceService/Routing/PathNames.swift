// SPDX-License-Identifier: Apache-2.0
// The values that the path of a request gives to the names in a route.

/// The names that may stand in the path of a route, as `{serviceProvider}`.
enum PathName: String {
  case serviceProvider
  case partner
  case mvpd
  case code
  /// The service provider of REST API V1.
  case requestor
}

/// The values of the names of a path, decoded.
struct PathNames {
  private var values: [(name: PathName, value: String)] = []

  mutating func append(_ name: PathName, _ value: String) { values.append((name, value)) }

  /// The value of a name; empty if the route does not have that name.
  subscript(name: PathName) -> String { values.first { $0.name == name }?.value ?? "" }
}
