// SPDX-License-Identifier: Apache-2.0
// A browser with a page that stays open.

import Formats
import Foundation
import TestSupport
import Testing

/// Chromium with one page, which tests open, ask and reload. It ends with the value.
///
/// It is steered by its DevTools protocol: JSON texts in two pipes, each with a zero byte behind it.
final class BrowserSession {
  private let folder: TemporaryFolder
  private let process: LimitedProcess
  private let (requests, answers): (FileHandle, FileHandle)
  private var received: [UInt8] = []
  private var count = 0
  private var session: String?

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init() throws {
    folder = try TemporaryFolder()
    for name in ["requests", "answers"] { try #require(mkfifo(folder.file(name), 0o600) == 0) }
    requests = try Self.handle(folder.file("requests"))
    answers = try Self.handle(folder.file("answers"))
    process = try LimitedProcess(
      "/bin/sh",
      [
        "-c", "exec \"$@\" 3<requests 4>answers", "sh", Browser.path ?? "chromium",
        "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
        "--disable-background-networking",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        "--user-data-dir=\(folder.file("profile"))", "--remote-debugging-pipe", "about:blank",
      ], in: folder.url)
    let target = try call("Target.createTarget", ["url": "about:blank"])
    let attached = try call(
      "Target.attachToTarget", ["targetId": target["targetId"] ?? .null, "flatten": true])
    session = try #require(attached["sessionId"]?.string)
    _ = try call("Page.enable")
    _ = try call("Runtime.enable")
  }

  /// Opens a pipe for both ways, so that neither end waits for the other.
  private static func handle(_ pipe: String) throws -> FileHandle {
    try #require(FileHandle(forUpdatingAtPath: pipe))
  }

  deinit { process.send(SIGKILL) }
}

extension BrowserSession {
  /// Opens a page.
  func open(_ url: String) throws {
    let answer = try call("Page.navigate", ["url": .string(url)])
    if let error = answer["errorText"]?.string { throw Failure(description: error) }
    try waitUntil { try value("document.readyState") == "complete" }
  }

  /// Whether pages are light or dark.
  func prefer(_ scheme: String) throws {
    _ = try call(
      "Emulation.setEmulatedMedia",
      [
        "features": [["name": "prefers-color-scheme", "value": .string(scheme)]]
      ])
  }

  func reload() throws {
    _ = try value("void (window.isOld = true)")
    _ = try call("Page.reload")
    try waitUntil { try value("!window.isOld && document.readyState === 'complete'") == true }
  }

  /// The value of an expression in the page, awaited where it is a promise.
  func value(_ expression: String) throws -> JSONValue {
    let answer = try call(
      "Runtime.evaluate",
      ["expression": .string(expression), "awaitPromise": true, "returnByValue": true])
    if let fault = answer["exceptionDetails"] {
      throw Failure(description: JSONWriter.text(fault))
    }
    return answer["result"]?["value"] ?? .null
  }

  /// Blocks until an expression is true in the page.
  func wait(
    for expression: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    try waitUntil(sourceLocation: sourceLocation) { try value(expression) == true }
  }

  private func call(_ method: String, _ parameters: JSONValue = [:]) throws -> JSONValue {
    count += 1
    var request = JSONObject([
      (name: "id", value: .integer(count)), (name: "method", value: .string(method)),
      (name: "params", value: parameters),
    ])
    if let session { request.append("sessionId", .string(session)) }
    try requests.write(contentsOf: Data(JSONWriter.bytes(.object(request)) + [0]))
    while true {
      let answer = try next()
      guard answer["id"]?.number?.integer == count else { continue }
      if let error = answer["error"] { throw Failure(description: JSONWriter.text(error)) }
      return answer["result"] ?? .null
    }
  }

  /// The next message of the browser.
  private func next() throws -> JSONValue {
    while true {
      if let end = received.firstIndex(of: 0) {
        let message = Array(received[..<end])
        received.removeFirst(end + 1)
        return try JSONParser.document(message).root
      }
      var ready = pollfd(fd: answers.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 60_000) == 1 else {
        throw Failure(description: "the browser says nothing: \(process.output)")
      }
      var space = [UInt8](repeating: 0, count: 64 * 1024)
      let count = read(answers.fileDescriptor, &space, space.count)
      guard count > 0 else { throw Failure(description: "the browser is gone") }
      received += space.prefix(count)
    }
  }
}
