// SPDX-License-Identifier: Apache-2.0
// Collects the answers of the frameworks of a run.

import Formats
import Synchronization
import Text

/// Collects the answers of all frameworks of a run. Several threads may use it at once.
package final class FrameworkRecorder: Sendable {
  /// Whether answers stay as they are, for providers that sign, and a replay does not move dates.
  /// Else places stand for made-up texts. Secrets in requests are never recorded.
  let keepsSecrets: Bool
  let isKnown: @Sendable (String) -> Bool
  private let sessions = Mutex<[RecordedSession]>([])
  private let declaration = Mutex(FrameworkRegistry.standard)

  /// - Parameter isKnown: Whether a text is known to be a secret, also where its framework does not declare it.
  package init(
    keepsSecrets: Bool = false, isKnown: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.keepsSecrets = keepsSecrets
    self.isKnown = isKnown
  }

  /// Whether nothing was recorded.
  package var isEmpty: Bool { sessions.withLock(\.isEmpty) }
}

extension FrameworkRecorder {
  /// The same framework, with everything it answers written down.
  package func recording(
    _ framework: any PartnerFramework, of declaration: FrameworkDeclaration,
    opening: FrameworkOpening, environment: FrameworkEnvironment
  ) -> any PartnerFramework {
    self.declaration.withLock { $0 = declaration }
    var options = opening.options
    if !keepsSecrets {
      var places = SecretPlaceholders()
      places.isKnown = isKnown
      // What a suite tells the framework is no secret, unless it is declared as one.
      let members = options.names.map { name in
        Form.Member(
          name: name, kind: .label, isSecret: declaration.options?[name]?.isSecret ?? false)
      }
      let form = Form.Kind.parts(Form(members: members))
      options = places.replaced(.object(options), form, { $0 }).object ?? options
    }
    let session = RecordedSession(
      state: opening.state, options: options, opened: environment.now(),
      shiftsDates: !keepsSecrets, isOrdered: true)
    let index = sessions.withLock { sessions in
      sessions.append(session)
      return sessions.count - 1
    }
    return RecordingFramework(
      framework, of: declaration, recorder: self, session: index, now: environment.now)
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
    return Recording(distinct, declaration: declaration.withLock { $0 })
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
