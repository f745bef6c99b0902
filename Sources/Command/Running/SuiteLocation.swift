// SPDX-License-Identifier: Apache-2.0
// Finds and loads the suites, and prints their mistakes.

import Audit
package import Suites
import Text

/// Finds and loads the suites of a command line.
package enum SuiteLocation {
  package static let folder = "Suites"
  package static let variable = "SSO_CONFORMANCE_SUITES"

  /// The folder of the shipped suites: `Suites` in the current folder, else the one that the
  /// environment names, else the one installed beside the program.
  package static func shipped(_ console: Console) -> String? {
    if files.namedKind(folder) == .folder { return folder }
    if let path = console.environment[variable], !path.isEmpty { return seenFromHere(path) }
    guard let program = Machine.executableFolder else { return nil }
    let shared = "\(program)/../share/\(ConformanceCommand.name)/\(folder)"
    return files.namedKind(shared) == .folder ? seenFromHere(shared) : nil
  }

  /// A path as it is from the current folder, where it leads into it; else as it was.
  private static func seenFromHere(_ path: String) -> String {
    guard let here = ProcessSystem.currentFolder, here != "/", path.hasPrefix("\(here)/") else {
      return path
    }
    return String(path.dropFirst(here.count + 1))
  }

  /// The names of the shipped cookbooks.
  static func shippedCookbooks(_ console: Console) -> [String] {
    guard let folder = shipped(console), let names = try? Files.list("\(folder)/cookbooks") else {
      return []
    }
    return names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }

  /// The digest of all files in a folder, as `find . -type f | LC_ALL=C sort | xargs sha256sum |
  /// sha256sum` prints it there.
  static func digest(of folder: String) throws(FileError) -> String {
    var paths: [[UInt8]] = []
    func add(_ path: String) throws(FileError) {
      for name in try Files.list("\(folder)/\(path)") {
        let path = "\(path)/\(name)"
        switch Files.kind("\(folder)/\(path)") {
        case .folder: try add(path)
        case .file: paths.append(Array(path.utf8))
        default: break
        }
      }
    }
    try add(".")
    paths.sort { $0.lexicographicallyPrecedes($1) }
    var list: [UInt8] = []
    for path in paths {
      let bytes = try Files.read("\(folder)/\(String(decoding: path, as: UTF8.self))")
      list += Array("\(SHA256.hexadecimal(bytes))  ".utf8) + path + [0x0A]
    }
    return SHA256.hexadecimal(list)
  }

  /// Loads the named suites; without names, the shipped ones.
  ///
  /// - Parameters:
  ///   - target: The value of `--target`: facts may be declared beside a profile.
  ///   - claimed: The cookbooks by which the target is judged, as far as they are known.
  /// - Throws: `UsageError` where no suites are named and none are shipped.
  package static func load(
    _ named: [String], for target: String? = nil, claimed: [String] = [], _ console: Console
  ) throws(UsageError) -> SuiteCollection {
    let shipped = shipped(console)
    guard !named.isEmpty || shipped != nil else {
      throw UsageError(
        "there are no suites: name some, run this in a folder with '\(folder)', or set \(variable)")
    }
    let suites = SuiteLoader.load(
      named.isEmpty ? shipped.map { [$0] } ?? [] : named, shipped: shipped,
      profiles: target.flatMap(TargetChoice.folder(ofTarget:)), files: files, claimed: claimed)
    // What seems to be many mistakes is one then.
    let isMissed = suites.diagnostics.contains {
      switch $0.missing {
      case .catalogue, .fragment, .variable: true
      case .environmentVariable, nil: false
      }
    }
    guard shipped == nil, isMissed else { return suites }
    return suites.adding([
      Diagnostic(
        .error,
        "no shipped suites were found, whose cookbooks, fragments and facts serve suites anywhere; "
          + "run this in a folder with '\(folder)', or set \(variable)",
        in: .option("--suites"))
    ])
  }

  /// Loads the suites of a command line, for its target.
  ///
  /// - Parameter more: Further suites.
  /// - Throws: `UsageError` where no suites are named and none are shipped.
  package static func load(
    _ arguments: Arguments, and more: [String] = [], _ console: Console
  ) throws(UsageError) -> SuiteCollection {
    try load(
      arguments.positional + more, for: arguments.value("target"),
      claimed: TargetChoice.claimed(arguments) ?? [], console)
  }

  /// Loads the named rules for applications, and those in folders of suites; without names, the
  /// shipped ones.
  ///
  /// - Returns: nil without rules.
  static func rules(_ named: [String], within suites: [String], _ console: Console) -> AuditRules? {
    let shipped = shipped(console)
    let folders = named.isEmpty && suites.isEmpty ? shipped.map { [$0] } ?? [] : suites
    let paths = named + folders.map { "\($0)/application" }.filter { Files.kind($0) == .folder }
    return paths.isEmpty ? nil : AuditRules.load(paths, shipped: shipped, files: files)
  }

  /// Whether a path is of rules for applications: in a folder of that name, or a file that begins so.
  static func isOfRules(_ path: String) -> Bool {
    if path.split(separator: "/").contains("application") { return true }
    guard Files.kind(path) == .file, let bytes = try? Files.read(path) else { return false }
    return bytes.split(separator: UInt8(ascii: "\n")).contains {
      $0.starts(with: "application:".utf8)
    }
  }

  package static let files = SuiteFiles(
    kind: { Files.kind($0) }, read: { path throws(FileError) in try Files.read(path) },
    list: { path throws(FileError) in try Files.list(path) })
}
