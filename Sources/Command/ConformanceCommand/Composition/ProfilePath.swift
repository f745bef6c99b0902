// SPDX-License-Identifier: Apache-2.0
// The paths of files that a profile names.

/// The paths of files that a profile names.
enum ProfilePath {
  /// A path relative to the profile's folder; nil stands for the current folder.
  static func resolved(_ path: String, in folder: String?) -> String {
    guard let folder, !path.hasPrefix("/") else { return path }
    return "\(folder)/\(path)"
  }

  /// The folder of a file.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
