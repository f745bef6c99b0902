// SPDX-License-Identifier: Apache-2.0
// Compares the files that a report rests on with those of a folder.

import Results

/// The files that a report rests on, beside those of a folder.
struct EvidenceComparison {
  /// The paths in the report of the files that have other bytes in the folder.
  private(set) var changed: [String] = []
  /// The paths in the report of the files that the folder does not have.
  private(set) var missing: [String] = []
  /// The paths of the files that the folder has beyond those of the report.
  private(set) var added: [String] = []
  /// How many files are the same.
  private(set) var sameCount = 0

  /// - Parameters:
  ///   - files: Those of the report.
  ///   - found: Those of the folder.
  ///   - root: The path of the folder. A file of the report is found in another folder by the end
  ///     of its path.
  ///   - isWhole: Whether the report is of everything that a folder had.
  init(_ files: [EvidenceFile], with found: [EvidenceFile], below root: String, isWhole: Bool) {
    let folder = Self.parts(root)
    let ends = found.map { file in
      let parts = Self.parts(file.path)
      return parts.starts(with: folder) ? Array(parts.dropFirst(folder.count)) : parts
    }
    let paths = files.map { Self.parts($0.path) }
    var matches: [Int: Int] = [:]
    var taken: Set<Int> = []
    for pair in Self.pairs(ends, paths) where matches[pair.path] == nil && !taken.contains(pair.end)
    {
      matches[pair.path] = pair.end
      taken.insert(pair.end)
    }
    for (index, file) in files.enumerated() {
      switch matches[index] {
      case nil: missing.append(file.path)
      case let end? where found[end].digest == file.digest: sameCount += 1
      default: changed.append(file.path)
      }
    }
    let folders = Set(matches.values.map { Array(ends[$0].dropLast()) })
    added = found.indices.filter { index in
      // The rules that an audit was given may be only some of a folder's neighbours.
      !taken.contains(index) && isWhole
        && (!found[index].kind.isOfRules || folders.contains(Array(ends[index].dropLast())))
    }.map { found[$0].path }
  }

  var isSame: Bool { changed.isEmpty && missing.isEmpty && added.isEmpty }

  /// A file of the folder that a file of the report may be.
  private struct Pair {
    let end: Int
    let path: Int
    /// How many parts both have, and how many the path has before them.
    let length: Int
    let rest: Int
  }

  /// What may be the same file, the likeliest first: the longest end decides, and then the shortest
  /// path, since 'fragments.yaml' stands in many folders.
  private static func pairs(_ ends: [[Substring]], _ paths: [[Substring]]) -> [Pair] {
    var pairs: [Pair] = []
    for (end, parts) in ends.enumerated() {
      for (path, whole) in paths.enumerated() where whole.suffix(parts.count).elementsEqual(parts) {
        pairs.append(
          Pair(end: end, path: path, length: parts.count, rest: whole.count - parts.count))
      }
    }
    return pairs.sorted { left, right in
      if left.length != right.length { return left.length > right.length }
      return (left.rest, left.path) < (right.rest, right.path)
    }
  }

  private static func parts(_ path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }
  }
}

extension EvidenceFile.Kind {
  /// Whether an audit reads such a file, and no run.
  var isOfRules: Bool {
    switch self {
    case .rules, .exchanges, .recording: true
    case .suite, .fragments, .facts, .catalogue: false
    }
  }
}
