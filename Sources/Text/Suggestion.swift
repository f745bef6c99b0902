// SPDX-License-Identifier: Apache-2.0
// Suggests the known word that a misspelt one may stand for.

/// The known word nearest to what was written.
package enum Suggestion {
  /// The candidate with the fewest edits (insertion, deletion, replacement, exchange of two
  /// neighbours), if that is at most a third of the length of the longer word, at least one.
  ///
  /// - Returns: nil where none is near, and where the word itself is among the candidates.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let written = Array(word.lowercased().unicodeScalars)
    // Longer words are no typing mistakes, and comparing them costs the product of their lengths.
    guard !written.isEmpty, written.count <= 64, !candidates.contains(word) else { return nil }
    var best: (distance: Int, candidate: String)?
    for candidate in candidates where candidate.unicodeScalars.count <= 64 {
      let known = Array(candidate.lowercased().unicodeScalars)
      let limit = max(1, max(written.count, known.count) / 3)
      let distance = editDistance(written, known)
      if distance <= limit, best.map({ distance < $0.distance }) ?? true {
        best = (distance, candidate)
      }
    }
    return best?.candidate
  }

  /// `", did you mean 'status'?"`, or an empty text where nothing is near.
  package static func hint(for word: String, among candidates: [String]) -> String {
    nearest(to: word, among: candidates).map { ", did you mean '\($0)'?" } ?? ""
  }

  private static func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var cost = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
