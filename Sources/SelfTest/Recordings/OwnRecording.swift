// SPDX-License-Identifier: Apache-2.0
// The harness's own traffic as a recording.

import Audit
import Command
import HTTP
import Record
import Runner
import Suites
import Synchronization
import Text

/// The exchanges of a run, added by many threads.
final class OwnTraffic: Sendable {
  private let sent = Mutex<[SentExchange]>([])

  func add(_ exchange: SentExchange) { sent.withLock { $0.append(exchange) } }

  /// In the order in which they were sent.
  var all: [SentExchange] { sent.withLock { $0 }.sorted { $0.sentAt < $1.sentAt } }
}

/// The traffic of a run as a recording: each scenario is a walk of its own.
struct OwnRecording: Sendable {
  /// Its name in messages.
  static let name = "the run"
  /// The host that stands for the service: one that can be reached by https only, as that of every
  /// real service.
  private static let origin = "https://service.sso-conformance.example"

  let source: ExchangeList
  /// The exchanges of each suite, with those that it shares: as if it had run alone.
  let suites: [(name: String, source: ExchangeList)]
  private let causes: [SentCause]

  init(_ sent: [SentExchange]) {
    causes = sent.map(\.cause)
    let exchanges = sent.enumerated().map { index, sent in
      RecordedExchange(sent, entry: EntryReference(recording: 0, index: index))
        .moved(from: "\(sent.origin)", to: Self.origin)
    }
    source = ExchangeList(recordings: [Self.name], exchanges)
    suites = Set(sent.compactMap(\.cause.suite)).sorted().map { name in
      // Shared files stand in the same folder.
      let folders = Set(sent.filter { $0.cause.suite == name }.map(\.cause.folder))
      let own = zip(sent, exchanges).filter { sent, _ in
        sent.cause.suite.map { $0 == name } ?? folders.contains(sent.cause.folder)
      }
      return (name, ExchangeList(recordings: [Self.name], own.map(\.1)))
    }
  }

  /// The name of the scenario that sent an entry; nil for what several scenarios share.
  @Sendable func walk(_ entry: EntryReference) -> String? {
    let cause = causes[entry.index]
    return cause.suite.map { "\($0): \(cause.scenario)" }
  }

  /// The scenario or the fragment, and the step.
  @Sendable func label(_ entry: EntryReference) -> String? {
    guard causes.indices.contains(entry.index) else { return nil }
    let cause = causes[entry.index]
    return "\(walk(entry) ?? cause.scenario), \(cause.step)"
  }
}

extension SentCause {
  /// The folder of the file that the step stands in.
  fileprivate var folder: String { SuitePath.folder(of: location.file) }
}

extension RecordedExchange {
  /// The same at another origin. A service of this machine may be used by http, and no other.
  fileprivate func moved(from old: String, to new: String) -> RecordedExchange {
    guard old.hasPrefix("http://"), request.url.hasPrefix(old) else { return self }
    var result = self
    result.request.url = new + request.url.dropFirst(old.count)
    if case .bytes(let bytes)? = response?.body {
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains(old) {
        result.response?.body = .bytes(Array(text.replacing(old, with: new).utf8))
      }
    }
    if let location = response?.headers?["Location"], location.hasPrefix(old) {
      result.response?.headers?.set("Location", new + location.dropFirst(old.count))
    }
    return result
  }
}
