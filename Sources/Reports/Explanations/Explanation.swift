// SPDX-License-Identifier: Apache-2.0
// What an id means, in sections, for a terminal and for the reports.

import Record
package import Suites

/// What an id means: a requirement, an ambiguity, a fact, a matcher or an exit status. Every place
/// that explains one renders this value.
package struct Explanation: Sendable, Equatable {
  /// As it is written: `V2-C13-01`.
  package let id: String
  package let kind: Kind
  /// What it says or does; whole sentences.
  package let text: String
  /// None of them is empty.
  package let sections: [Section]

  package enum Kind: String, Sendable, CaseIterable {
    case requirement
    case ambiguity
    case fact
    case matcher
    case exitStatus = "exit status"
  }

  /// What a section is about, for renderers that show a part of them in another way.
  package enum Topic: Sendable, Equatable {
    case standing
    case source
    case ambiguity
    case binding
    case proof
    case example
    case breaks
    case effect
    case advice
    case other
  }

  package struct Section: Sendable, Equatable {
    package let topic: Topic
    package let title: String
    package let parts: [Part]
  }

  package enum Part: Sendable, Equatable {
    /// Prose in one paragraph.
    case text(String)
    case items([Item])
    case link(WebAddress)
    /// Lines as they are.
    case lines([Line])
  }

  package struct Item: Sendable, Equatable {
    package let text: String
    /// `file:line`; nil where there is none.
    package let place: String?

    package init(_ text: String, at place: String? = nil) {
      self.text = text
      self.place = place
    }
  }

  package struct Line: Sendable, Equatable {
    package let text: String
    /// Whether it is what matters.
    package let isMarked: Bool

    package init(_ text: String, isMarked: Bool = false) {
      self.text = text
      self.isMarked = isMarked
    }
  }
}

extension Explanation.Section {
  /// - Returns: nil where nothing is left of the parts without the empty ones.
  package init?(
    _ title: String, about topic: Explanation.Topic = .other, _ parts: [Explanation.Part?]
  ) {
    let parts = parts.compactMap(\.self).filter { !$0.isEmpty }
    guard !parts.isEmpty else { return nil }
    self.topic = topic
    self.title = title
    self.parts = parts
  }
}

extension Explanation {
  /// - Parameter sections: nil for one that would be empty.
  package init(_ kind: Kind, _ id: String, _ text: String, _ sections: [Section?]) {
    self.kind = kind
    self.id = id
    self.text = text
    self.sections = sections.compactMap(\.self)
  }
}

extension Explanation.Part {
  /// So many items at most, and how many more there are.
  package static func items(
    _ items: [Explanation.Item], limit: Int, more: String
  ) -> Explanation.Part {
    let left = items.count - limit
    guard left > 0 else { return .items(items) }
    return .items(
      items.prefix(limit) + [Explanation.Item("and \(Wording.grouped(left)) more\(more)")])
  }

  package var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .items(let items): items.isEmpty
    case .link: false
    case .lines(let lines): lines.isEmpty
    }
  }
}
