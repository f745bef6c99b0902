// SPDX-License-Identifier: Apache-2.0
// The head of a message as it is passed on.

/// The head of a message as it is passed on: its field lines byte by byte, but for those that concern
/// one connection alone, and those that the next hop needs otherwise.
struct PassedHead {
  private(set) var bytes: [UInt8]
  /// The new values of fields, which stand where the first of that name stood; nil for a field that is
  /// left out. The names are in lower case.
  private var values: [String: String?] = [:]
  /// Those that were put in.
  private var done: Set<String> = []

  /// The fields that concern one connection alone (RFC 9110, section 7.6.1), and those of the framing,
  /// which each connection has for itself.
  private static let hopByHop = [
    "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization",
    "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// - Parameters:
  ///   - startLine: Without its end.
  ///   - headers: The fields of the message, for what `Connection` names.
  init(_ startLine: String, _ headers: HeaderList) {
    bytes = Array("\(startLine)\r\n".utf8)
    for name in Octets.list(headers.values(of: "Connection")) + Self.hopByHop {
      values[name] = .some(nil)
    }
  }
}

extension PassedHead {
  /// Has a field have this value, or leaves it out.
  mutating func set(_ name: String, _ value: String?) {
    values[Octets.lowercased(name)] = .some(value)
  }

  /// Adds the lines of a head, and then the fields that it lacks.
  ///
  /// - Parameter head: From the start line to the empty line.
  mutating func add(_ head: [UInt8]) {
    var lines = Lines(head, 0..<head.count)
    _ = lines.next()
    var isKept = false
    while let line = lines.next(), !line.content.isEmpty {
      if Octets.isWhiteSpace(head[line.content.lowerBound]) {
        // A line that goes on becomes one with that before it (RFC 9112, section 5.2).
        guard isKept else { continue }
        bytes.removeLast(2)
        bytes.append(Octets.blank)
        append(head[Octets.trimmed(head, line.content)])
        continue
      }
      let end = head[line.content].firstIndex(of: Octets.colon) ?? line.content.upperBound
      let name = Octets.lowercased(
        String(
          decoding: head[Octets.trimmed(head, line.content.lowerBound..<end)], as: UTF8.self))
      isKept = values[name] == nil
      if isKept {
        append(head[line.content])
      } else if let value = values[name], let value, done.insert(name).inserted {
        append(head[line.content.lowerBound..<end] + Array(": \(value)".utf8))
      }
    }
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let value, done.insert(name).inserted else { continue }
      let words = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      append(Array("\(words.joined(separator: "-")): \(value)".utf8)[...])
    }
    bytes += "\r\n".utf8
  }

  /// Appends a line: without what another reader may take for the end of a line.
  private mutating func append(_ line: ArraySlice<UInt8>) {
    bytes += line.map { $0 == 0 || $0 == Octets.carriageReturn ? Octets.blank : $0 }
    bytes += "\r\n".utf8
  }
}
