// SPDX-License-Identifier: Apache-2.0
// Joins the calls of logs with the exchanges of recordings, on one time line for each device.

import Formats
import HTTP
import Record
import Text

/// Joins the calls of logs with the exchanges of a vocabulary: which device of the recordings a device of
/// a log is, and how far their clocks differ, follows from values that both have.
struct FrameworkJoin {
  /// The calls that are joined, as exchanges of the vocabulary.
  private(set) var exchanges: [IndexedExchange] = []
  /// The same with their contents: in the place of a digest stands the value of the recordings that
  /// it is of.
  private(set) var recorded: [EntryReference: RecordedExchange] = [:]
  /// The devices that are joined, and by how many milliseconds the clock of each log is ahead.
  private(set) var joined: [(device: LogDevice, ahead: Int)] = []
  private(set) var unjoined: [(device: LogDevice, reason: UnjoinedReason)] = []
  /// The times for which a device of a log has all calls, by the first of them.
  private(set) var spans: [EntryReference: ClosedRange<Int>] = [:]

  private let logs: [FrameworkLog]
  private let group: GroupedExchanges
  private let collection: ExchangeCollection
  private let texts: [String]
  /// The number of the first log among the recordings.
  private let firstLog: Int
  private let recordings: [ClosedRange<Int>?]
  /// By the log: the texts of the recordings by their digests.
  private var digests: [[String: Sighting]] = []
  /// By the value, the exchanges that have it, by its number.
  private var sightings: [Int: [Int: [Int]]] = [:]

  /// The member of an answer that says until when it holds, by the clock of the recordings.
  private static let end = "until"

  /// A text of the recordings.
  private struct Sighting {
    let value: Int
    let number: Int
    let isFolded: Bool
  }

  init(
    _ logs: [FrameworkLog], _ group: GroupedExchanges, _ reading: TrafficReading, firstLog: Int
  ) {
    self.logs = logs
    self.group = group
    self.firstLog = firstLog
    collection = reading.collections[group.collection]
    texts = reading.numbers.texts
    recordings = reading.recordings
    readValues()
    let devices = logs.indices.flatMap { log in
      Dictionary(grouping: logs[log].calls.indices) { logs[log].calls[$0].device }
        .sorted { $0.key < $1.key }.map { LogDevice(log: log, number: $0.key, calls: $0.value) }
    }
    for device in devices {
      do throws(UnjoinedReason) {
        try join(device, isOnly: devices.count == 1)
      } catch {
        unjoined.append((device, error))
      }
    }
  }
}

extension FrameworkJoin {
  /// Finds the values of the recordings that calls may have, too.
  private mutating func readValues() {
    digests = logs.map { _ in [:] }
    for pair in collection.vocabulary.pairs {
      for (index, exchange) in group.exchanges.enumerated() {
        guard case .number(let number) = exchange.values[pair.value] else { continue }
        let isNew = sightings[pair.value]?[number] == nil
        sightings[pair.value, default: [:]][number, default: []].append(index)
        guard isNew, pair.isSecret else { continue }
        let folded = SecretDigest.folded(texts[number])
        for (log, key) in logs.map(\.key).enumerated() {
          digests[log][SecretDigest.code(of: folded, key)] = Sighting(
            value: pair.value, number: number, isFolded: true)
          digests[log][SecretDigest.code(of: texts[number], key)] = Sighting(
            value: pair.value, number: number, isFolded: false)
        }
      }
    }
  }

  private mutating func join(_ device: LogDevice, isOnly: Bool) throws(UnjoinedReason) {
    let log = logs[device.log]
    var surely: [Int: Int] = [:]
    var perhaps: [Int: Int] = [:]
    for index in device.calls {
      for (sighting, isSecret, _) in sighted(log.calls[index], log: device.log) {
        let found = sightings[sighting.value]?[sighting.number] ?? []
        for session in Set(found.flatMap { group.grouping.sessions[$0] }) {
          if isSecret {
            surely[session, default: 0] += 1
          } else {
            perhaps[session, default: 0] += 1
          }
        }
      }
    }
    let session = try self.session(surely.isEmpty ? perhaps : surely, isOnly: isOnly)
    let members = group.grouping.members[session]
    guard let first = members.first, let last = members.last else { throw .otherTime }
    guard let range = clock(device, in: session).range else { throw .noClock }
    let ahead = try self.ahead(device, range, members)
    let begin = log.started - ahead
    let end = (device.calls.map { log.calls[$0].time }.max() ?? log.started) - ahead
    let (earliest, latest) = (group.exchanges[first].time, group.exchanges[last].time)
    guard begin <= latest, end >= earliest - RecordingSpan.cutMilliseconds else { throw .otherTime }
    let recorded = RecordingSpan(recordings.compactMap(\.self)).intervals
      .filter { begin <= $0.upperBound && $0.lowerBound <= max(begin, end) }
    joined.append((device, ahead))
    for index in device.calls {
      add(log.calls[index], device, index, ahead, like: group.exchanges[first])
    }
    if let entry = device.calls.first.map({ reference(device, $0) }) {
      // From the beginning of the application to the end of the recording: it asked nothing else.
      spans[entry] = begin...(recorded.map(\.upperBound) + [begin, end]).reduce(begin, max)
    }
  }

  /// How far the clock of a log is ahead: not at all where that is possible.
  private func ahead(
    _ device: LogDevice, _ range: ClosedRange<Int>, _ members: [Int]
  ) throws(UnjoinedReason) -> Int {
    if range.contains(0) { return 0 }
    guard range.lowerBound > .min, range.upperBound < .max else { throw .vagueClock }
    let times = members.map { group.exchanges[$0].time }
    for index in device.calls {
      let time = logs[device.log].calls[index].time
      let (first, last) = (time - range.upperBound, time - range.lowerBound)
      // An exchange between the two would be before the call, or after it.
      let place = times.countOfFirst { $0 < first }
      if place < times.count, times[place] <= last, first < last { throw .vagueClock }
    }
    return range.lowerBound + (range.upperBound - range.lowerBound) / 2
  }

  /// The session with the most votes.
  private func session(
    _ votes: [Int: Int], isOnly: Bool
  ) throws(UnjoinedReason) -> Int {
    guard let most = votes.values.max() else {
      guard isOnly, group.grouping.names.count == 1 else { throw .noPair }
      return 0
    }
    let best = votes.filter { $0.value == most }.keys
    guard best.count == 1, let session = best.first else { throw .severalDevices }
    return session
  }

  /// What the clock of a log may be ahead, by the values that are in both.
  private func clock(_ device: LogDevice, in session: Int) -> ClockDifference {
    var secret = ClockDifference()
    var known = ClockDifference()
    var isSure = false
    var seen: Set<[Int]> = []
    for index in device.calls {
      let call = logs[device.log].calls[index]
      for (sighting, isSecret, isOfRequest) in sighted(call, log: device.log) {
        guard
          let exchange = (sightings[sighting.value]?[sighting.number] ?? []).first(where: {
            group.grouping.sessions[$0].contains(session)
          }).map({ group.exchanges[$0] })
        else { continue }
        if isSecret, isOfRequest {
          isSure = true
          secret.note(call: call.time, after: exchange.end ?? exchange.time)
        } else if isSecret, let answered = call.answered {
          isSure = true
          secret.note(call: answered, before: exchange.time)
        } else if let answered = call.answered,
          seen.insert([sighting.value, sighting.number]).inserted
        {
          known.note(call: answered, before: exchange.time)
        }
      }
    }
    if isSure { return secret }
    // A value that is no secret may have been known before: the clock is one that fits, or not known.
    known.note(call: 0, after: 0)
    return known
  }

  /// The values of a call that the recordings have, too.
  private func sighted(
    _ call: LoggedCall, log: Int
  ) -> [(sighting: Sighting, isSecret: Bool, isOfRequest: Bool)] {
    var found: [(Sighting, Bool, Bool)] = []
    for (object, isOfRequest) in [(call.request, true), (call.answer ?? JSONObject(), false)] {
      for pair in collection.vocabulary.pairs {
        guard let value = object[pair.member] else { continue }
        if pair.isSecret {
          guard let digest = SecretDigest(value),
            let sighting = sighting(digest, log), sighting.value == pair.value
          else { continue }
          found.append((sighting, true, isOfRequest))
        } else if let text = value.string ?? value.number?.literal,
          let number = sightings[pair.value]?.keys.first(where: { texts[$0] == text })
        {
          let sighting = Sighting(value: pair.value, number: number, isFolded: false)
          found.append((sighting, false, isOfRequest))
        }
      }
    }
    return found
  }

  private func sighting(_ digest: SecretDigest, _ log: Int) -> Sighting? {
    digests[log][digest.given] ?? digest.folded.flatMap { digests[log][$0] }
  }
}

extension FrameworkJoin {
  private func reference(_ device: LogDevice, _ call: Int) -> EntryReference {
    EntryReference(recording: firstLog + device.log, index: call + 1)
  }

  private mutating func add(
    _ call: LoggedCall, _ device: LogDevice, _ index: Int, _ ahead: Int,
    like member: IndexedExchange
  ) {
    let vocabulary = collection.vocabulary
    guard let kind = vocabulary.kind(ofCall: call.name) else { return }
    let entry = reference(device, index)
    let exchange = RecordedExchange(
      entry: entry, startedAt: Timestamp(milliseconds: call.time - ahead),
      duration: call.answered.map { .milliseconds($0 - call.time) },
      request: RecordedExchange.Request(
        method: LoggedCall.method, url: "framework://device-\(device.number)/\(call.name)",
        headers: HeaderList(),
        body: .bytes(JSONWriter.bytes(.object(resolved(call.request, device.log))))),
      response: call.answer.map { answer in
        var answer = resolved(answer, device.log)
        if let end = vocabulary.validity.flatMap({ answer[$0]?.number?.integer }) {
          answer[Self.end] = .integer(end - ahead)
        }
        return RecordedExchange.Response(
          status: 200, headers: HeaderList(), body: .bytes(JSONWriter.bytes(.object(answer))))
      })
    recorded[entry] = exchange
    var values = [ValueNumber](repeating: .none, count: vocabulary.valueNames.count)
    for value in [vocabulary.sessionValue].compactMap(\.self) + vocabulary.links {
      values[value] = member.values[value]
      // The value that tells sessions apart says enough.
      if value == vocabulary.sessionValue, case .number = member.values[value] { break }
    }
    let document = vocabulary.document(of: exchange, kind: kind)
    exchanges.append(
      IndexedExchange(
        entry: entry, origin: member.origin, time: call.time - ahead,
        end: call.answered.map { $0 - ahead }, kind: kind, isDeliberate: false, isCall: true,
        values: values,
        marks: collection.marks.marks(of: document, kind: kind)))
  }

  /// An object with the values of the recordings in the place of their digests.
  private func resolved(_ object: JSONObject, _ log: Int) -> JSONObject {
    JSONObject(
      object.members.map { member in
        guard let digest = SecretDigest(member.value) else { return (member.name, member.value) }
        func text(_ code: String, isFolded: Bool) -> JSONValue {
          guard let sighting = digests[log][code] else { return .string("hmac:\(code)") }
          let text = texts[sighting.number]
          return .string(isFolded ? SecretDigest.folded(text) : text)
        }
        let given = text(digest.given, isFolded: false)
        guard let folded = digest.folded else { return (member.name, given) }
        return (member.name, ["given": given, "folded": text(folded, isFolded: true)])
      })
  }
}

extension FrameworkJoin {
  /// Sentences on logs: how far their clocks differ, and what was not judged.
  ///
  /// - Parameter joins: Of each vocabulary of the traffic.
  static func remarks(on logs: [FrameworkLog], _ joins: [FrameworkJoin]) -> [String] {
    logs.enumerated().flatMap { number, log -> [String] in
      let joined = joins.flatMap(\.joined).filter { $0.device.log == number }
      let known = Set(joined.map(\.device.number))
      let others = joins.flatMap(\.unjoined).filter {
        $0.device.log == number && !known.contains($0.device.number)
      }
      return [remark(onClockOf: log, ahead: joined.map(\.ahead).first { $0 != 0 } ?? 0)]
        .compactMap(\.self)
        + others.map { device, reason in
          "device \(device.number) of \(log.name), with \(Wording.count(device.calls.count, "call")),"
            + " was not judged: \(reason.description)"
        }.unique
        + (log.isCut ? ["the last line of \(log.name) is not complete, and was passed over"] : [])
    }
  }

  private static func remark(onClockOf log: FrameworkLog, ahead: Int) -> String? {
    if ahead == 0 { return nil }
    let distance = Duration.milliseconds(abs(ahead)).formatted
    let word = ahead > 0 ? "ahead of" : "behind"
    return
      "the clock of \(log.name) is about \(distance) \(word) that of the recordings; its calls were"
      + " judged at the times of the recordings"
  }
}
