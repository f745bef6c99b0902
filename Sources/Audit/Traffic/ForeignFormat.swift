// SPDX-License-Identifier: Apache-2.0
// Recognizes files that are not HAR, and says how to get one.

/// The format of a file that is named as a recording and is not a HAR.
enum ForeignFormat: Equatable {
  case empty
  case gzip
  case zlib
  case zip
  case utf16
  case charlesSession
  case charlesJSON
  case charlesXML
  case mitmproxyFlows
  case packetCapture
  case xml
  case postmanCollection
  case apiDescription
  case reportOfOurs
  case array
  case otherObject([String])
  case unknown

  /// How much of a file is looked at.
  static let startBytes = 2000
}

extension ForeignFormat {
  /// Recognizes a format by the first bytes; nil where it may be a HAR.
  init?(start: some Collection<UInt8>) {
    let bytes = Array(start)
    func begins(_ bytes: [UInt8], _ first: [UInt8]) -> Bool { bytes.starts(with: first) }
    if begins(bytes, [0xFF, 0xFE]) || begins(bytes, [0xFE, 0xFF]) || bytes.prefix(4).contains(0) {
      let isPacketCapture = begins(bytes, [0xA1, 0xB2, 0xC3, 0xD4])
      self = isPacketCapture ? .packetCapture : .utf16
      return
    }
    let signatures: [([UInt8], ForeignFormat)] = [
      ([0x1F, 0x8B], .gzip), ([0x78, 0x01], .zlib), ([0x78, 0x9C], .zlib), ([0x78, 0xDA], .zlib),
      (Array("PK".utf8), .zip), ([0xAC, 0xED], .charlesSession),
      ([0xD4, 0xC3, 0xB2, 0xA1], .packetCapture), ([0xA1, 0xB2, 0xC3, 0xD4], .packetCapture),
      ([0x0A, 0x0D, 0x0D, 0x0A], .packetCapture),
    ]
    if let (_, format) = signatures.first(where: { begins(bytes, $0.0) }) {
      self = format
      return
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = (begins(bytes, mark) ? bytes.dropFirst(3) : bytes[...])
      .drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    guard let first = text.first else {
      self = .empty
      return
    }
    let words = String(decoding: text, as: UTF8.self)
    switch first {
    case UInt8(ascii: "{"): return nil
    case UInt8(ascii: "["):
      let isCharles = words.contains("\"protocolVersion\"") || words.contains("\"actualPort\"")
      self = isCharles ? .charlesJSON : .array
    case UInt8(ascii: "<"): self = words.lowercased().contains("charles") ? .charlesXML : .xml
    case 0x30...0x39 where text.prefix(12).drop { 0x30...0x39 ~= $0 }.first == UInt8(ascii: ":"):
      // Netstrings, each with its length before it.
      self = .mitmproxyFlows
    default: self = .unknown
    }
  }

  /// Recognizes an object without `log` by the names of its members.
  init(members: [String]) {
    let names = Set(members)
    if names.contains("item"), names.contains("info") {
      self = .postmanCollection
    } else if names.contains("openapi") || names.contains("swagger") {
      self = .apiDescription
    } else if names.contains("suites"), names.contains("verdict") {
      self = .reportOfOurs
    } else {
      self = .otherObject(members)
    }
  }

  /// Names the format, and says how to get a HAR.
  var advice: String {
    switch self {
    case .empty: "it is empty, so nothing was recorded here. Export the recording again, as HAR"
    case .gzip: "it is compressed with gzip. Unpack it first: gunzip -k FILE"
    case .zlib:
      "it is compressed with zlib, as mitmproxy's '.zhar' files are. Export it without compression: "
        + "mitmdump -nr FLOWS --set hardump=FILE.har"
    case .zip: "it is a zip archive. Unpack it first, and name the HAR files in it"
    case .utf16:
      "it is not UTF-8 but looks like UTF-16. HAR is UTF-8: "
        + "iconv -f UTF-16 -t UTF-8 FILE > FILE.utf8.har"
    case .charlesSession, .charlesJSON, .charlesXML:
      "it is a session of Charles, not a HAR. Export it there: File > Export Session…, as "
        + "HTTP Archive (.har)"
    case .mitmproxyFlows:
      "it is a flow file of mitmproxy, not a HAR. Convert it: "
        + "mitmdump -nr FILE --set hardump=FILE.har"
    case .packetCapture:
      "it is a capture of packets, not a HAR. Record with a proxy that decrypts TLS, such as "
        + "Charles, Proxyman or mitmproxy, and export HAR"
    case .xml: "it is XML or HTML, not a HAR. Export the recording as HAR"
    case .postmanCollection:
      "it is a Postman collection: requests to send, not a recording. Record the application's own "
        + "traffic with a proxy, and export HAR"
    case .apiDescription:
      "it describes an API and is not a recording. Record the application's own traffic with a "
        + "proxy, and export HAR"
    case .reportOfOurs:
      "it is a report of this program, not a recording. `report` and `report merge` read it"
    case .array:
      "it is a JSON array, and a HAR is an object with 'log'. Export the recording as HAR"
    case .otherObject(let names):
      "it is JSON but not a HAR: there is no 'log', but "
        + (names.isEmpty ? "nothing" : names.prefix(5).map { "'\($0)'" }.joined(separator: ", "))
        + ". Export the recording as HAR"
    case .unknown:
      "it is not JSON, so it is not a HAR. Export the recording as HAR: in Charles with File > "
        + "Export Session…, in Proxyman with File > Export, in mitmproxy with "
        + "`mitmdump -nr FLOWS --set hardump=FILE.har`, in a browser from the network panel"
    }
  }
}
