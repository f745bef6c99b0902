// SPDX-License-Identifier: Apache-2.0
// Reads a recording, and says where a mistake is.

package import Formats
import Text

/// A mistake in a recording.
package struct RecordingError: Error, Sendable, Equatable {
  /// Points to the value with the mistake; empty for the file as a whole.
  package let pointer: JSONPointer
  package let sentence: String

  package init(_ sentence: String, at pointer: JSONPointer) {
    self.sentence = sentence
    self.pointer = pointer
  }
}

extension RecordingError: CustomStringConvertible {
  package var description: String { pointer == .root ? sentence : "\(pointer): \(sentence)" }
}

extension Recording {
  /// Reads a recording file.
  ///
  /// - Throws: the first mistake.
  package init(_ bytes: [UInt8]) throws(RecordingError) {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONParser.document(bytes)
    } catch {
      throw RecordingError("the file is not JSON: \(error)", at: .root)
    }
    if let duplicate = document.duplicates.first {
      throw RecordingError("'\(duplicate.name)' is there twice", at: duplicate.pointer)
    }
    self = try RecordingReader.recording(document.root)
  }
}

/// Reads the parts of a recording.
private enum RecordingReader {
  static func recording(_ root: JSONValue) throws(RecordingError) -> Recording {
    let reader = try form(
      root, "a recording", ["partnerRecording", "declaration", "sessions", "about"], .root)
    let version = try at(.root) { () throws(FormError) in try reader.integer("partnerRecording") }
    guard version == Recording.version else {
      throw RecordingError("a recording says \"partnerRecording\": \(Recording.version)", at: .root)
    }
    let declaration =
      try at(.root.appending(name: "declaration")) { () throws(FormError) in
        try reader.value("declaration").map { (value) throws(FormError) in
          try FrameworkDeclaration(value, otherwise: FrameworkRegistry.standard)
        }
      } ?? FrameworkRegistry.standard
    let place = JSONPointer.root.appending(name: "sessions")
    let values = try items(root["sessions"], place)
    var sessions: [RecordedSession] = []
    for (index, value) in values.enumerated() {
      sessions.append(try session(value, declaration, place.appending(index: index)))
    }
    return Recording(sessions, declaration: declaration)
  }

  private static func session(
    _ value: JSONValue, _ declaration: FrameworkDeclaration, _ place: JSONPointer
  ) throws(RecordingError) -> RecordedSession {
    let reader = try form(
      value, "a session",
      ["state", "options", "opened", "shiftsDates", "ordered", "answers", "about"], place)
    var session = RecordedSession()
    try at(place) { () throws(FormError) in
      session.state = try reader.text("state")
      if let opened = try reader.integer("opened") {
        // What is far beyond any clock can't be reckoned with.
        guard opened.magnitude <= FrameworkOpening.largestMilliseconds else {
          throw FormError("'opened' of a session is milliseconds since 1970")
        }
        session.opened = Timestamp(milliseconds: opened)
      }
      session.shiftsDates = try reader.boolean("shiftsDates") ?? false
      session.isOrdered = try reader.boolean("ordered") ?? false
      session.options = try reader.object("options")
      if session.shiftsDates, session.opened == nil {
        throw FormError("a session that shifts dates says when it was opened")
      }
    }
    let list = place.appending(name: "answers")
    for (index, answer) in try items(value["answers"], list).enumerated() {
      session.answers.append(try self.answer(answer, declaration, list.appending(index: index)))
    }
    return session
  }

  private static func answer(
    _ value: JSONValue, _ declaration: FrameworkDeclaration, _ place: JSONPointer
  ) throws(RecordingError) -> RecordedAnswer {
    let calls = declaration.calls.map(\.name) + ["user", "status"]
    let reader = try form(
      value, "an answer", ["call", "request", "after", "result", "error", "never", "about"], place)
    return try at(place) { () throws(FormError) in
      guard let call = try reader.text("call"), calls.contains(call) else {
        throw FormError("an answer has a 'call', \(calls.joined(separator: ", "))")
      }
      return RecordedAnswer(
        call: call, request: try reader.object("request") ?? JSONObject(),
        after: try reader.texts("after") ?? [],
        outcome: try outcome(of: call, value, reader, declaration))
    }
  }

  private static func outcome(
    of call: String, _ value: JSONValue, _ reader: FormReader, _ declaration: FrameworkDeclaration
  ) throws(FormError) -> RecordedAnswer.Outcome {
    func filled(_ value: JSONValue) -> JSONValue {
      SecretPlaceholders.filled(value, nil, movedBy: 0) { $0 }
    }
    let isNever = try reader.boolean("never") ?? false
    switch (call, value["result"], reader.value("error"), isNever) {
    case ("user", nil, nil, false): return .done
    case ("user", _, _, _): throw FormError("what the user does has no result")
    case ("status", let status?, nil, false):
      guard status == .null || status.string != nil || status.object != nil else {
        throw FormError("the result of 'status' is an object, a text or null")
      }
      return .result(status)
    case (_, let result?, nil, false) where call != "status":
      let form = declaration.call(named: call)?.answer ?? .any
      _ = try form.completed(filled(result), "the answer to the \(call) call")
      return .result(result)
    case (_, nil, let error?, false) where call != "status":
      _ = try declaration.completed(error: filled(error))
      return .error(error)
    case (_, nil, nil, true): return .never
    default: throw FormError("an answer to '\(call)' is one of result, error, never: true")
    }
  }

  private static func form(
    _ value: JSONValue, _ what: String, _ members: [String], _ place: JSONPointer
  ) throws(RecordingError) -> FormReader {
    try at(place) { () throws(FormError) in try FormReader(value, of: what, members: members) }
  }

  private static func items(_ value: JSONValue?, _ place: JSONPointer) throws(RecordingError)
    -> [JSONValue]
  {
    guard let items = value?.array else {
      throw RecordingError("expected an array here", at: place)
    }
    return items
  }

  private static func at<Value>(
    _ place: JSONPointer, _ read: () throws(FormError) -> Value
  ) throws(RecordingError) -> Value {
    do throws(FormError) {
      return try read()
    } catch {
      throw RecordingError(error.sentence, at: place)
    }
  }
}
