// SPDX-License-Identifier: Apache-2.0
// Collects the answers of frameworks for a recording.

import Formats
import Synchronization
import Text

/// Collects the answers of all frameworks of a run. Several threads may use it at once.
package final class FrameworkRecorder: Sendable {
  /// What the recording does with secret texts: SAML responses, which contain the user's ids.
  /// Verification tokens are never recorded, since no answer depends on them.
  package enum Secrets: Sendable {
    /// It replaces them by places, from which a replay makes other texts (`SAMLTemplate`), and a
    /// replay moves all dates with its clock.
    case replaced
    /// It keeps them, and a replay does not move dates: for providers that sign.
    case kept
  }

  let secrets: Secrets
  private let sessions = Mutex<[RecordedSession]>([])

  package init(secrets: Secrets = .replaced) {
    self.secrets = secrets
  }
}

extension FrameworkRecorder {
  /// The same framework, with everything it answers written down.
  package func recording(
    _ framework: any PartnerFramework, opening: FrameworkOpening,
    surroundings: FrameworkSurroundings
  ) -> any PartnerFramework {
    let session = RecordedSession(
      state: opening.state, options: opening.options, opened: surroundings.now(),
      shiftsDates: secrets == .replaced, isOrdered: true)
    let index = sessions.withLock { sessions in
      sessions.append(session)
      return sessions.count - 1
    }
    return RecordingFramework(framework, recorder: self, session: index, now: surroundings.now)
  }

  /// All sessions so far; of equal sessions one. The order does not depend on threads.
  package var recording: Recording {
    let texts = sessions.withLock { $0 }.map { session in
      (session: session, text: JSONWriter.text(session.comparable.json))
    }
    var distinct: [RecordedSession] = []
    var last: String?
    for (session, text) in texts.sorted(by: { $0.text < $1.text }) where text != last {
      distinct.append(session)
      last = text
    }
    return Recording(distinct)
  }

  /// Adds an answer to a session.
  func append(_ answer: RecordedAnswer, to session: Int) {
    sessions.withLock { sessions in
      // The same header again at the same place says nothing new.
      if answer.call == "status", sessions[session].answers.last == answer { return }
      sessions[session].answers.append(answer)
    }
  }
}

extension RecordedSession {
  /// The session without what differs between runs that are otherwise the same.
  fileprivate var comparable: RecordedSession {
    var session = self
    if shiftsDates { session.opened = Timestamp(milliseconds: 0) }
    return session
  }
}
