// SPDX-License-Identifier: Apache-2.0
// A mutant that no expectation notices.

import Formats
import Record
import Text

/// A mutant that no expectation notices.
struct Survivor: Sendable, Equatable {
  /// Where the step stands.
  var location: SourceLocation
  var scenario: String
  var step: String
  /// The place in the answer, as findings name it.
  var place: String
  /// The name of the mutation, such as `removed`.
  var mutation: String
  /// The unnoticed mistake, as a sentence without a full stop.
  var summary: String
  /// The requirement that the place belongs to; nil where none is known.
  var requirement: String?
  /// The expectation that would catch it, as a suite writes it; nil where none is known.
  var suggestion: String?
  /// Whether the mutant has a value of the same kind, so that the expectation says more than the kind.
  var keepsKind = false
}

extension Survivor {
  var json: JSONValue {
    var object = JSONObject()
    object.append("file", .string(location.file))
    object.append("line", .integer(location.position.line))
    object.append("column", .integer(location.position.column))
    object.append("scenario", .string(scenario))
    object.append("step", .string(step))
    object.append("place", .string(place))
    object.append("mutation", .string(mutation))
    object.append("summary", .string(summary))
    object.append("requirement", requirement.map { .string($0) } ?? .null)
    object["suggestion"] = suggestion.map { .string($0) }
    return .object(object)
  }
}
