// SPDX-License-Identifier: Apache-2.0
// Catalogues as they stand in the record of a run: with the verdict on each requirement.

import Formats
import Suites

extension Catalogue: RecordPart {
  init(_ c: RecordCoder, _ old: Catalogue?) throws(RecordError) {
    let cookbook = try c("cookbook", old?.cookbook, c.string)
    let revision = try c("revision", old?.revision, c.string)
    let ambiguities = try c("ambiguities", old?.ambiguities, c.parts, unless: [:])
    self.init(
      cookbook: cookbook, revision: revision, phases: try c("phases", old?.phases, c.list, or: []),
      ambiguities: ambiguities)
  }
}

extension Catalogue.Phase: RecordPart {
  init(_ c: RecordCoder, _ old: Catalogue.Phase?) throws(RecordError) {
    self.init(
      id: try c("id", old?.id, c.string), title: try c("title", old?.title, c.string),
      requirements: try c("requirements", old?.requirements, c.list, or: []))
  }
}

extension Requirement: RecordPart {
  init(_ c: RecordCoder, _ old: Requirement?) throws(RecordError) {
    let id = try c("id", old?.id, c.string)
    c.derived("verdict", (c.verdicts[id]?.rawValue).map { .string($0) })
    let level = try c("level", old?.level.text, c.string)
    let subject = try c("subject", old?.subject, c.string)
    let text = try c("text", old?.text, c.string)
    let testableBy = try c("testableBy", old?.testableBy.text, c.string)
    let endpoint = try c.optional("endpoint", old?.endpoint, c.string)
    let source = try c("source", old?.source, c.string)
    // An address that no report may link is left out.
    let url = try c.optional("url", old?.url?.text, c.string).flatMap { WebAddress($0) }
    let ambiguity = try c.optional("ambiguity", old?.ambiguity, c.string)
    let step = try c("step", old?.step, c.string)
    let excuse = try c.optional("excuse", old?.excuse, c.string)
    let unrecorded = try c.optional("unrecorded", old?.unrecorded, c.string)
    let effect = try c.optional("effect", old?.effect, c.string)
    self.init(
      id: id, level: Level(level), subject: subject, text: text, testableBy: TestableBy(testableBy),
      endpoint: endpoint, source: source, ambiguity: ambiguity, step: step, excuse: excuse,
      places: try c.optional("places", old?.places, c.places), unrecorded: unrecorded, url: url,
      effect: effect)
  }
}

extension Ambiguity: RecordPart {
  init(_ c: RecordCoder, _ old: Ambiguity?) throws(RecordError) {
    self.init(
      text: try c("text", old?.text, c.string),
      isChoice: try c("choice", old?.isChoice, c.flag, unless: false),
      url: try c.optional("url", old?.url?.text, c.string).flatMap { WebAddress($0) })
  }
}
