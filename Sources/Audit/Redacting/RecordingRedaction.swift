// SPDX-License-Identifier: Apache-2.0
// Writes recordings anew, with made-up values in the place of secrets.

import Formats
import HTTP
package import Redaction
import Text

/// Writes HAR files anew, entry by entry, with made-up values in the place of all that reports mask.
///
/// All recordings are read once before, since a secret is one wherever it stands: a code that an answer
/// names is a segment of a path later. Equal secrets have equal values in all of them.
package struct RecordingRedaction: Sendable {
  private let files: [RecordingFile]
  private let rules: AuditRules
  private let limits: HARLimits
  private let values: MadeUpValues
  /// What everybody knows.
  private let own: OwnTexts
  /// The short secrets of all entries; the long ones are told by their form.
  private var general: KnownSecrets

  /// - Parameters:
  ///   - rules: By which the recordings are judged: what they say is no secret.
  ///   - values: By a new key.
  package init(
    _ files: [RecordingFile], rules: AuditRules, _ values: MadeUpValues,
    limits: HARLimits = HARLimits()
  ) {
    self.files = files
    self.rules = rules
    self.values = values
    self.limits = limits
    // A rule may compare what was sent with a fact.
    own = rules.ownTexts()
    general = KnownSecrets(own: own)
    rules.addSecrets(to: &general)
    general.addEncodedHeaders(rules.encodedHeaders)
  }
}

extension RecordingRedaction {
  /// A value of `log`, and the entry that it is where it is one.
  private typealias Edit = (JSONValue, HAREntry?) -> JSONValue?

  /// Reads all recordings, and remembers their secrets.
  ///
  /// - Parameter isCancelled: Ends the reading.
  /// - Throws: `TrafficError` for a recording that can't be read.
  package mutating func learn(until isCancelled: () -> Bool) throws(TrafficError) {
    for file in files {
      var general = self.general
      try visit(file, take: { _ in }) { value, entry in
        if !isCancelled() { general.addShort { add(value, entry, to: &$0) } }
        return nil
      }
      general.settle()
      self.general = general
    }
  }

  /// Writes a recording anew, piece by piece.
  ///
  /// - Throws: `TrafficError` for a recording that can't be read any more.
  package func write(
    _ file: Int, until isCancelled: () -> Bool, _ take: ([UInt8]) -> Void
  ) throws(TrafficError) {
    try visit(files[file], take: take) { value, entry in
      if isCancelled() { return nil }
      var known = KnownSecrets(own: own)
      known.addEncodedHeaders(rules.encodedHeaders)
      add(value, entry, to: &known)
      let redaction = EntryRedaction(
        disguise: Disguise(known, general: general, values), limits: limits)
      return entry == nil ? redaction.other(value) : redaction.entry(value)
    }
  }

  /// Adds the secrets of a value of `log`.
  private func add(_ value: JSONValue, _ entry: HAREntry?, to known: inout KnownSecrets) {
    guard let entry else { return known.addSecrets(in: value) }
    let exchange = entry.exchange(
      EntryReference(recording: 0, index: 0), startedAt: Timestamp(milliseconds: 0))
    known.addSecrets(of: exchange, segments: rules.segments(of: exchange))
    known.addSecrets(in: EntryRedaction.withoutExchange(value))
    for (name, fields) in EntryRedaction.cookies(of: value) {
      let headers = HeaderList(fields.map { HeaderField(name, $0) })
      known.addSecrets(of: HTTPResponse(status: 0, headers: headers, body: []), json: nil)
    }
  }

  /// Reads a file, and writes what becomes of its values.
  ///
  /// - Parameter edit: nil for a value that is left out.
  private func visit(
    _ file: RecordingFile, take: ([UInt8]) -> Void, _ edit: Edit
  ) throws(TrafficError) {
    do throws(StreamError) {
      var stream = JSONStream(file, limits)
      if try stream.fill(3), stream.window.starts(with: [0xEF, 0xBB, 0xBF]) {
        stream.advance(by: 3)
      }
      try object(&stream, take) { name, stream throws(StreamError) in
        guard name == "log" else {
          return edit(try stream.value(limit: limits.writtenBodyBytes), nil)
        }
        try object(&stream, take) { name, stream throws(StreamError) in
          guard name == "entries" else {
            return edit(try stream.value(limit: limits.writtenBodyBytes), nil)
          }
          try entries(&stream, file, take, edit)
          return nil
        }
        return nil
      }
      take([0x0A])
    } catch {
      throw TrafficError(file, error)
    }
  }

  /// Writes an object anew, member by member.
  ///
  /// - Parameter member: The new value of a member; nil where it was written, or is left out.
  private func object(
    _ stream: inout JSONStream, _ take: ([UInt8]) -> Void,
    _ member: (String, inout JSONStream) throws(StreamError) -> JSONValue?
  ) throws(StreamError) {
    guard var object = try stream.object() else { return take(Array("null".utf8)) }
    take([UInt8(ascii: "{")])
    var isFirst = true
    while let name = try stream.name(&object) {
      take(Array((isFirst ? "" : ",").utf8) + JSONWriter.bytes(.string(name)) + [UInt8(ascii: ":")])
      isFirst = false
      let isWritten = name == "log" || name == "entries"
      if let value = try member(name, &stream) {
        take(JSONStream.bytes(value))
      } else if !isWritten {
        take(Array("null".utf8))
      }
    }
    take([UInt8(ascii: "}")])
  }

  private func entries(
    _ stream: inout JSONStream, _ file: RecordingFile, _ take: ([UInt8]) -> Void, _ edit: Edit
  ) throws(StreamError) {
    guard var array = try stream.array() else { return take(Array("[]".utf8)) }
    take(Array("[\n".utf8))
    var isFirst = true
    while try stream.item(&array) {
      _ = try stream.next()
      let start = stream.offset
      let value = try stream.value(limit: limits.writtenBodyBytes)
      var again = JSONStream(file, limits, start..<stream.offset)
      let entry = try HAREntry.read(&again, limits) { _, _ in true }.entry
      guard let new = edit(value, entry) else { continue }
      take((isFirst ? [] : HARWriter.separator) + JSONStream.bytes(new))
      isFirst = false
    }
    take(Array("\n]".utf8))
  }
}
