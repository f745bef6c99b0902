// SPDX-License-Identifier: Apache-2.0
// Compares the files that a report names with the files here.

import Record
import Suites

/// The differences between the files that a report names and the files here.
///
/// Files are compared by their paths below the folder of the suites, which may be another one here.
/// Files outside it, such as shipped facts, are compared by their digests.
struct EvidenceComparison {
  enum Difference: String, CaseIterable {
    case changed
    /// The report names it, and it is not here.
    case missing
    /// It is here, and the report does not name it.
    case added
  }

  /// How many files are the same.
  private(set) var sameCount = 0
  private var differences: [(difference: Difference, path: String)] = []
}

extension EvidenceComparison {
  /// - Parameters:
  ///   - reported: The files that the report names.
  ///   - found: The files here.
  ///   - suites: The folder of the suites here.
  ///   - isWhole: Whether the report is of all suites in its folder, so that files can be added.
  init(
    _ reported: [EvidenceFile], with found: [EvidenceFile], in suites: String, isWhole: Bool
  ) {
    let paths = found.map { Self.names($0.path, below: Self.names(suites)[...]) }
    let folder = Self.folder(of: reported.map { Self.names($0.path) }, endingIn: paths)
    var counterparts: Set<Int> = []
    for file in reported where file.kind != .recording {
      let path = Self.names(file.path, below: folder)
      let counterpart = found.indices.first { index in
        path.map { paths[index] == $0 } ?? (found[index].digest == file.digest)
      }
      guard let counterpart else {
        differences.append((.missing, file.path))
        continue
      }
      counterparts.insert(counterpart)
      if found[counterpart].digest == file.digest {
        sameCount += 1
      } else {
        differences.append((.changed, file.path))
      }
    }
    guard isWhole else { return }
    // An audit may have been given only some folders of rules: files of other folders are not added.
    let foldersOfReport = Set(counterparts.map { paths[$0]?.dropLast() })
    for (index, path) in paths.enumerated() where path != nil && !counterparts.contains(index) {
      let isOfRules = [.rules, .exchanges].contains(found[index].kind)
      guard !isOfRules || foldersOfReport.contains(path?.dropLast()) else { continue }
      differences.append((.added, found[index].path))
    }
  }

  /// The paths of the files with a difference.
  func paths(_ difference: Difference) -> [String] {
    differences.filter { $0.difference == difference }.map(\.path)
  }

  /// The folder of the suites where the report was made: the one below which most of its files have
  /// the path of a file here. The shortest of several such folders counts.
  ///
  /// - Parameters:
  ///   - reported: The paths of the files that the report names.
  ///   - paths: The paths of the files here, below the folder of the suites; nil for others.
  private static func folder(
    of reported: [[Substring]], endingIn paths: [[Substring]?]
  ) -> ArraySlice<Substring> {
    var counts: [ArraySlice<Substring>: Int] = [:]
    for path in reported {
      for case let end? in paths where path.suffix(end.count) == end[...] {
        counts[path.dropLast(end.count), default: 0] += 1
      }
    }
    let best = counts.max { left, right in
      (left.value, right.key.count, left.key.joined())
        < (right.value, left.key.count, right.key.joined())
    }
    return best?.key ?? []
  }

  /// The names of a path; an absolute one begins with "/".
  private static func names(_ path: String) -> [Substring] {
    (path.hasPrefix("/") ? ["/"] : []) + path.split(separator: "/").filter { $0 != "." }
  }

  /// The names of a path below a folder; nil for a path elsewhere.
  private static func names(_ path: String, below folder: ArraySlice<Substring>) -> [Substring]? {
    let names = names(path)
    guard names.starts(with: folder), folder.first == "/" || names.first != "/" else { return nil }
    return Array(names.dropFirst(folder.count))
  }
}
