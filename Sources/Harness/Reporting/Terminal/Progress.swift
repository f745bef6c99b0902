// SPDX-License-Identifier: Apache-2.0
// The line that shows how far a run has got.

import Results

/// How far a run has got.
package struct Progress: Sendable, Equatable {
  package var done: Int
  package var planned: Int
  /// How many of those done failed or ended in error.
  package var failed: Int
  package var elapsed: Duration

  package init(done: Int, planned: Int, failed: Int, elapsed: Duration) {
    self.done = done
    self.planned = planned
    self.failed = failed
    self.elapsed = elapsed
  }
}

extension Progress {
  /// `[#####-----] 1,200 of 10,000 scenarios, 2 failed, 12.40 s`, without colour or line break.
  ///
  /// - Parameter width: The columns of the terminal; a narrow terminal gets no bar.
  package func line(width: Int) -> String {
    var text = "\(Wording.grouped(done)) of \(Wording.count(planned, "scenario"))"
    if failed > 0 { text += ", \(Wording.grouped(failed)) failed" }
    text += ", \(Wording.duration(elapsed))"
    let room = min(30, width - text.count - 4)
    guard room >= 10, planned > 0 else { return String(text.prefix(max(0, width - 1))) }
    let filled = min(room, max(0, done) * room / planned)
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: room - filled)
    return "[\(bar)] \(text)"
  }
}
