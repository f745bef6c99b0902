// SPDX-License-Identifier: Apache-2.0
// A step while it is run.

import Record
import Suites
import Text

/// A step that is being run, with the names and the device that it uses.
struct RunningStep {
  let step: Step
  let frame: Frame
  /// Where the step stands, for findings and problems.
  let location: SourceLocation

  init(_ step: Step, _ frame: Frame) {
    self.step = step
    self.frame = frame
    location = step.location
  }
}

extension Step {
  /// Where the step stands.
  var location: SourceLocation { SourceLocation(file: file, position: position) }

  /// The record of the step before anything of it was done.
  func record(_ verdict: Verdict, in frame: Frame) -> StepRecord {
    StepRecord(
      name: name, about: about, action: action.kind, location: location,
      device: device ?? frame.device.name, covers: covers, isFinal: frame.isFinal,
      verdict: verdict, route: action.route)
  }
}

extension Action {
  /// What a request asks, as the suite writes it; nil for other actions.
  fileprivate var route: String? {
    if case .request(let request) = self { request.route } else { nil }
  }

  /// The kind of the action as reports name it.
  fileprivate var kind: StepRecord.Action {
    switch self {
    case .request: .request
    case .partner: .partner
    case .user: .user
    case .wait: .wait
    case .use: .use
    }
  }
}
