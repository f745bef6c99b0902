// SPDX-License-Identifier: Apache-2.0
// Values that other walks have in the same part of a request.

import Audit

/// The values of parts, by their kinds, with the walks that they are of.
struct ForeignValues {
  private struct Key: Hashable {
    let file: String
    let kind: Int
    let names: [String]
  }

  private var values: [Key: [(walk: Int, raw: String)]] = [:]
  private static let limit = 4

  init(_ walks: [RecordedWalk]) {
    for (number, walk) in walks.enumerated() {
      for member in walk.members {
        for part in member.parts {
          let key = Key(file: walk.vocabulary.file, kind: member.kind, names: part.site.names)
          let known = values[key] ?? []
          if known.count < Self.limit, !known.contains(where: { $0.raw == part.raw }) {
            values[key, default: []].append((number, part.raw))
          }
        }
      }
    }
  }

  /// A value that another walk has at a part.
  func value(notOf walk: RecordedWalk, _ number: Int, _ kind: Int, _ part: RequestPart) -> String? {
    let key = Key(file: walk.vocabulary.file, kind: kind, names: part.site.names)
    return values[key]?.first { $0.walk != number && $0.raw != part.raw }?.raw
  }
}
