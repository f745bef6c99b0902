// SPDX-License-Identifier: Apache-2.0
// REST API V1: writes an answer as JSON or as XML.

internal import Formats
internal import HTTP

/// The format of an answer ("Response formats"). A request asks for it by the path, by a parameter
/// or by `Accept`. The documents don't say which counts if they conflict; here, the first of these
/// counts.
enum AnswerFormat: String, CaseIterable {
  case xml
  case json

  /// The format of a media type; XML has two. nil for any other type.
  init?(_ type: MediaType) {
    switch (type.type, type.subtype) {
    case ("application", "json"): self = .json
    case ("application", "xml"), ("text", "xml"): self = .xml
    default: return nil
    }
  }

  /// The format that the last segment of a path ends in: `authn.json`.
  init?(suffixOf segment: some StringProtocol) {
    guard let format = Self.allCases.first(where: { segment.hasSuffix(".\($0.rawValue)") }) else {
      return nil
    }
    self = format
  }

  /// A segment without the `.json` or `.xml` at its end.
  static func removingSuffix(of segment: String) -> String {
    AnswerFormat(suffixOf: segment).map { String(segment.dropLast($0.rawValue.count + 1)) }
      ?? segment
  }
}

extension AnswerFormat {
  /// An answer whose XML has the members of its JSON as elements.
  ///
  /// - Parameter root: The name of the XML's root.
  func answer(_ status: Int, _ root: String, _ members: JSONObject) -> ServiceAnswer {
    answer(status, members) { $0.write(root, .object(members)) }
  }

  /// An answer whose XML is written by a function of its own.
  func answer(
    _ status: Int, _ members: JSONObject, xml: (inout XMLWriter) -> Void
  ) -> ServiceAnswer {
    switch self {
    case .json: return .json(status, .object(members))
    case .xml:
      var writer = XMLWriter()
      xml(&writer)
      return .xml(status, writer.bytes)
    }
  }
}
