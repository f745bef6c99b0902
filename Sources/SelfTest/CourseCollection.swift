// SPDX-License-Identifier: Apache-2.0
// Collects the answers of a run.

import Runner
import Synchronization

/// The courses of a run, added by many threads.
final class CourseCollection: Sendable {
  private let courses = Mutex<[PassedAnswers]>([])

  func add(_ course: PassedAnswers) { courses.withLock { $0.append(course) } }

  /// The courses in the order of their names, which is the same in each run.
  var all: [PassedAnswers] {
    courses.withLock { $0 }.sorted { ($0.suite ?? "", $0.name) < ($1.suite ?? "", $1.name) }
  }
}
