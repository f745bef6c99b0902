// SPDX-License-Identifier: Apache-2.0
// Tests of traffic that is kept in a file: all of it is read again, also after the process was killed.

import Audit
import Foundation
import HTTP
import Suites
import Synchronization
import TestSupport
import Testing
import Text

@testable import Command

struct SpooledTrafficTests {
  private static func exchange(_ number: Int, _ body: RecordedBody = .none) -> RecordedExchange {
    RecordedExchange(
      entry: EntryReference(recording: 0, index: number),
      startedAt: Timestamp(milliseconds: 1_795_239_000_000 + number), duration: .milliseconds(2),
      request: RecordedExchange.Request(
        method: "GET", url: "http://127.0.0.1/\(number)",
        headers: HeaderList(["Host": "127.0.0.1"]),
        body: .none),
      response: RecordedExchange.Response(
        status: 200, reason: "OK", headers: HeaderList(["X": "\(number)"]), body: body))
  }

  private static let bodies: [RecordedBody] = [
    .none, .bytes(Array("{\"a\": \"\u{e9}\n\"}".utf8)), .bytes([0xFF, 0]),
    .bytes([UInt8](repeating: 0x7B, count: 70_000)),
  ]

  private static func all(of source: any TrafficSource) throws -> [RecordedExchange] {
    var read: [RecordedExchange] = []
    try source.read { _, _ in
      true
    } _: {
      if case .exchange(let exchange) = $0 { read.append(exchange) }
    }
    return read
  }

  private static func all(in file: String) throws -> [RecordedExchange] {
    let file = try #require(OpenFile(file))
    return try all(
      of: HARRecordings([
        RecordingFile(name: "a.har", byteCount: file.count) { file.read($0, $1) }
      ]))
  }

  @Test(arguments: [true, false]) func `reads each exchange again`(hasName: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("live.har")
    let traffic = try SpooledTraffic(
      name: "serve", recording: hasName ? path : nil, temporaryFolder: folder.path)
    let exchanges = Self.bodies.enumerated().map { Self.exchange($0, $1) }
    for (index, exchange) in exchanges.enumerated() {
      #expect(traffic.append(exchange)?.index == index)
      #expect(try traffic.exchange(exchange.entry) == exchange)
      // After each, the file is a whole recording.
      if hasName {
        #expect(try Self.all(in: path) == Array(exchanges[...index]))
        _ = try JSONSerialization.jsonObject(with: Data(folder.bytes("live.har")))
      }
    }
    #expect(try Self.all(of: traffic) == exchanges)
    #expect(throws: TrafficError.self) {
      try traffic.exchange(EntryReference(recording: 0, index: 9))
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).count == (hasName ? 1 : 0))
    if hasName {
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
  }

  @Test func `passes over those that nobody asks for`() throws {
    let traffic = try SpooledTraffic(name: "serve", recording: nil, temporaryFolder: nil)
    for number in 0..<3 { traffic.append(Self.exchange(number)) }
    var read: [String] = []
    try traffic.read {
      $1.hasSuffix("/1")
    } _: {
      switch $0 {
      case .exchange(let exchange): read.append("\(exchange.entry.index)")
      case .other(let entry, let url, let milliseconds):
        read.append("not \(entry.index) \(url) \(milliseconds ?? 0)")
      }
    }
    #expect(
      read == [
        "not 0 http://127.0.0.1/0 1795239000000", "1", "not 2 http://127.0.0.1/2 1795239000002",
      ])
  }

  /// What a process leaves that is killed while it writes the third entry: so many bytes of it, or all
  /// of it, and so many of those that put it in.
  @Test(arguments: [1, 100, 300]) func `leaves a recording that can be read when it is killed`(
    written: Int
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("live.har")
    let traffic = try SpooledTraffic(name: "serve", recording: path, temporaryFolder: nil)
    for number in 0..<2 { traffic.append(Self.exchange(number)) }
    let before = try folder.bytes("live.har")
    traffic.append(Self.exchange(2, .bytes(Array("body".utf8))))
    let after = try folder.bytes("live.har")
    let cut = before + after[before.count..<min(after.count, before.count + written)]
    try Data(cut).write(to: URL(filePath: folder.file("cut.har")))
    #expect(try Self.all(in: folder.file("cut.har")).map(\.request.url.last) == ["0", "1"])
  }

  @Test func `takes exchanges of many threads, and is read meanwhile`() throws {
    let traffic = try SpooledTraffic(name: "serve", recording: nil, temporaryFolder: nil)
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<50 {
        let exchange = Self.exchange(thread * 100 + number)
        guard let entry = traffic.append(exchange),
          let read = try? traffic.exchange(entry), read.request == exchange.request
        else {
          wrong.add(1, ordering: .relaxed)
          continue
        }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(traffic.count == 400)
    #expect(Set(try Self.all(of: traffic).map(\.request.url)).count == 400)
  }

  @Test func `leaves an earlier recording to those who have it open, and to nobody else`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("earlier", to: "live.har")
    let earlier = try #require(OpenFile(path))
    _ = try SpooledTraffic(name: "serve", recording: path, temporaryFolder: nil)
    #expect(earlier.read(0, 7).map { String(decoding: $0, as: UTF8.self) } == "earlier")
    #expect(try Self.all(in: path).isEmpty)
    #expect(throws: FileError.self) {
      _ = try SpooledTraffic(
        name: "serve", recording: folder.file("no/live.har"), temporaryFolder: nil)
    }
  }
}
