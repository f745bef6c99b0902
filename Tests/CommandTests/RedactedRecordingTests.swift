// SPDX-License-Identifier: Apache-2.0
// `audit --redact`.

import Formats
import Foundation
import TestSupport
import Testing

@testable import Command

struct RedactedRecordingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try RecordedApplication.writeRules(to: folder)
  }

  private func audit(_ words: [String], input: String = "") -> CommandLine {
    RecordedApplication.audit(words, in: folder, input: input)
  }

  @Test func `writes a copy with the same verdict, without secrets`() throws {
    let file = try folder.write(
      RecordedApplication.recording(client: "another-client-id", code: "KX7Q2BZ"), to: "a.har")
    let copies = folder.file("new/copies")
    let line = audit([file, "--redact", copies, "--format", "json"])
    line.expect(.notConformant)
    let said = line.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(said.contains("Recordings without secrets in \(copies): a.har"), "\(said)")
    let text = folder.text(of: "new/copies/a.har")
    for secret in RecordedApplication.secrets + ["another-client-id", "KX7Q2BZ"] {
      #expect(!text.contains(secret), "\(secret)")
    }
    #expect(folder.permissions(of: "new/copies/a.har") == 0o600)
    let again = audit(["\(copies)/a.har", "--format", "json"])
    func verdicts(_ line: CommandLine) throws -> [String] {
      try line.json["requirements"]?.array?.map {
        "\($0["id"]?.string ?? "") \($0["verdict"]?.string ?? "")"
      } ?? []
    }
    #expect(try verdicts(again) == verdicts(line))
    #expect(!(try verdicts(line)).isEmpty)
  }

  @Test func `reads standard input`() throws {
    audit(["-", "--redact", folder.file("new")], input: RecordedApplication.recording()).expect(
      .success)
    #expect(folder.text(of: "new/standard-input.har").hasPrefix(#"{"log":{"version":"1.2""#))
  }

  @Test func `never writes over a file`() throws {
    let file = try folder.write(RecordedApplication.recording(), to: "a.har")
    for (words, message) in [
      (
        ["--redact", folder.file("")],
        "'a.har' is there already, and is never written over; name a new folder, or remove the file"
      ),
      (["--redact", file], "is a file, not a folder"),
      (["--redact", ""], "it is empty, and has to name a folder"),
      (
        [file, "--redact", folder.file("new")],
        "would both be 'a.har' there; rename one of them, or redact them one after the other"
      ),
    ] {
      let line = audit([file] + words)
      #expect(line.status == .invalidInput)
      #expect(line.errors.contains(message), "\(line.errors)")
    }
    #expect(folder.text(of: "a.har") == RecordedApplication.recording())
    #expect(!FileManager.default.fileExists(atPath: folder.file("reports")))
  }
}
