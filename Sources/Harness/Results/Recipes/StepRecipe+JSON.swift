// SPDX-License-Identifier: Apache-2.0
// How a step can be done again, as JSON.

import JSON

extension StepRecipe {
  func write(to text: inout JSONText) {
    if let request { text.object("request") { request.write(to: &$0) } }
    guard !takes.isEmpty else { return }
    text.array("takes", takes) { take, text in
      text.object { text in
        text.string("name", take.name)
        switch take.origin {
        case .body(let pointer): text.string("body", pointer)
        case .header(let name): text.string("header", name)
        case .text: text.flag("text", true)
        case .shared(let name): text.string("shared", name)
        }
      }
    }
  }

  init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      request: try reader.optional("request").map { item throws(RecordError) in
        try Request(item)
      },
      takes: try reader.list("takes") { item throws(RecordError) in
        Take(name: try item.name("name"), origin: try item.origin())
      })
  }
}

extension StepRecipe.Request {
  fileprivate func write(to text: inout JSONText) {
    text.string("method", method)
    text.pieces("target", target)
    text.array("headers", headers) { header, text in
      text.object { text in
        text.string("name", header.name)
        text.pieces("value", header.value)
      }
    }
    if !body.isEmpty { text.pieces("body", body) }
    if times != 1 { text.integer("times", times) }
    if let pauseMilliseconds { text.integer("pauseMs", pauseMilliseconds) }
    if let redirectURL { text.string("redirectURL", redirectURL) }
  }

  fileprivate init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      method: try reader.string("method"), target: try reader.pieces("target"),
      headers: try reader.list("headers") { item throws(RecordError) in
        StepRecipe.Header(name: try item.string("name"), value: try item.pieces("value"))
      },
      body: try reader.pieces("body"),
      times: try reader.optional("times") == nil ? 1 : try reader.count("times"),
      pauseMilliseconds: try reader.optional("pauseMs") == nil ? nil : try reader.count("pauseMs"),
      redirectURL: try reader.optionalString("redirectURL"))
  }
}

extension JSONText {
  fileprivate mutating func pieces(_ name: StaticString, _ pieces: [StepRecipe.Piece]) {
    array(name, pieces) { piece, text in
      if case .literal(let literal) = piece { return text.string(nil, literal) }
      text.object { text in
        switch piece {
        case .literal: break
        case .value(let name): text.string("value", name)
        case .environment(let name): text.string("environment", name)
        case .device(let name): text.string("device", name)
        case .made(let number, let length):
          text.integer("made", number)
          text.integer("length", length)
        case .time(let offset, let form):
          text.integer("time", offset)
          text.string("form", form.rawValue)
        case .targetOrigin: text.flag("targetOrigin", true)
        case .encoded(let coding, let pieces):
          text.string("coding", coding.rawValue)
          text.pieces("of", pieces)
        }
      }
    }
  }
}

extension RecordReader {
  fileprivate func name(_ name: String) throws(RecordError) -> String {
    let reader = try member(name)
    let text = try reader.string()
    guard StepRecipe.isName(text) else {
      throw reader.error(.unknownValue(text, expected: "a name of letters, digits and '_'"))
    }
    return text
  }

  fileprivate func variable(_ name: String) throws(RecordError) -> String {
    let text = try self.name(name)
    guard text.hasPrefix(StepRecipe.variablePrefix) else {
      throw try member(name).error(
        .unknownValue(text, expected: "a name that begins with \(StepRecipe.variablePrefix)"))
    }
    return text
  }

  fileprivate func origin() throws(RecordError) -> StepRecipe.Origin {
    if let pointer = try optionalString("body") { return .body(pointer) }
    if let name = try optionalString("header") { return .header(name) }
    if try optional("shared") != nil { return .shared(try name("shared")) }
    if try flag("text") { return .text }
    throw error(.missing)
  }

  fileprivate func pieces(
    _ name: String, depth: Int = 0
  ) throws(RecordError) -> [StepRecipe.Piece] {
    guard depth < StepRecipe.depthLimit else {
      throw error(.tooDeep(limit: StepRecipe.depthLimit))
    }
    return try list(name) { item throws(RecordError) in try item.piece(depth: depth) }
  }

  private func piece(depth: Int) throws(RecordError) -> StepRecipe.Piece {
    if let literal = value.string { return .literal(literal) }
    if try optional("value") != nil { return .value(try name("value")) }
    if try optional("environment") != nil { return .environment(try variable("environment")) }
    if try optional("device") != nil { return .device(try name("device")) }
    if try optional("made") != nil {
      return .made(try count("made"), length: min(try count("length"), 1 << 20))
    }
    if try optional("time") != nil { return .time(try integer("time"), try word("form")) }
    if try flag("targetOrigin") { return .targetOrigin }
    return .encoded(try word("coding"), try pieces("of", depth: depth + 1))
  }
}
