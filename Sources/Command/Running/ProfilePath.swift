// SPDX-License-Identifier: Apache-2.0
// The paths of files that a profile names.

import Suites

/// The paths of files that a profile names.
enum ProfilePath {
  /// A path relative to the profile's folder; nil stands for the current folder.
  static func resolved(_ path: String, in folder: String?) -> String {
    guard let folder, !path.hasPrefix("/") else { return path }
    return "\(folder)/\(path)"
  }

  /// The name of a file without its ending: `staging` of `profiles/staging.yaml`.
  static func stem(of path: String) -> String {
    let name = SuitePath.name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}
