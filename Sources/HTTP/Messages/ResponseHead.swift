// SPDX-License-Identifier: Apache-2.0
// The head of an answer: bytes to status line and fields, with what is wrong in them.

/// The head of an answer.
package struct ResponseHead: Sendable, Equatable {
  package let version: HTTPVersion
  package let status: Int
  package let reason: String
  package let headers: HeaderList
  package let issues: IssueList
}

extension ResponseHead {
  /// Reads a head, from the status line to the empty line (RFC 9112, sections 4 and 5).
  ///
  /// - Throws: `.statusLine` where version and code can't be made out. Everything else is an issue.
  package init(_ bytes: [UInt8], _ range: Range<Int>) throws(MessageError) {
    var lines = Lines(bytes, range)
    let line = lines.next()
    let content = line?.content ?? range.lowerBound..<range.lowerBound
    var reader = StatusLine(bytes, content, base: range.lowerBound)
    guard let status = reader.read() else {
      if let version = reader.otherVersion { throw MessageError(.otherVersion(version)) }
      throw MessageError(.statusLine(ShownBytes.quoted(bytes[content])))
    }
    if line?.hasCarriageReturn == false { reader.issues.add(.bareLineFeed(at: content.count)) }
    let fields = FieldLines(
      bytes, (line?.end ?? range.upperBound)..<range.upperBound, base: range.lowerBound)
    reader.issues.add(fields.issues)
    version = reader.version
    self.status = status
    reason = reader.reason
    headers = HeaderList(fields.list)
    issues = reader.issues
  }

  /// Whether the bytes can be the beginning of an answer: `HTTP/` in any case, or a part of it.
  static func canBegin(_ bytes: ArraySlice<UInt8>) -> Bool {
    zip(bytes, "http/".utf8).allSatisfy { Octets.lowercased($0) == $1 }
  }
}
