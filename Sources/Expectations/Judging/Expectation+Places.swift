// SPDX-License-Identifier: Apache-2.0
// The places of an answer that an expectation asks about.

import Formats

/// A place of an answer that a step expects something of.
package struct ExpectedPlace: Sendable {
  let place: PlacePattern
  /// Whether any part of the value may decide, so that a difference inside is found here.
  let looksInside: Bool

  package init(_ place: PlacePattern, looksInside: Bool = false) {
    self.place = place
    self.looksInside = looksInside
  }

  /// Whether a place is judged by it.
  package func shows(_ place: PlacePattern) -> Bool {
    place.holds(self.place) || (looksInside && self.place.holds(place))
  }
}

extension Expectation {
  /// The places of an answer that it asks about, those of all alternatives included.
  package var places: [ExpectedPlace] {
    var places: [ExpectedPlace] = []
    if status != nil { places.append(ExpectedPlace(.status)) }
    if statuses != nil { places.append(ExpectedPlace(.statuses)) }
    places += headers.map { ExpectedPlace(.header($0.name)) }
    // A body that can't be read is a difference of the whole text.
    if json != nil || xml != nil || text != nil { places.append(ExpectedPlace(.bodyText)) }
    json?.addPlaces(at: .json, to: &places)
    for entry in xml ?? [] {
      if let place = try? PlacePattern(entry.source) { places.append(ExpectedPlace(place)) }
    }
    return places + answers.flatMap(\.withoutStatus.places) + either.flatMap(\.expectation.places)
  }
}

extension Pattern {
  /// Adds the places that the pattern asks about where it stands at a place.
  fileprivate func addPlaces(at place: PlacePattern, to places: inout [ExpectedPlace]) {
    switch form {
    case .object(let object): object.addPlaces(at: place, to: &places)
    case .optional(let pattern): pattern.addPlaces(at: place, to: &places)
    case .all(let patterns):
      for pattern in patterns { pattern.addPlaces(at: place, to: &places) }
    case .list(let patterns):
      places.append(ExpectedPlace(place, looksInside: patterns.isEmpty))
      for pattern in patterns { pattern.addPlaces(at: place.member(nil), to: &places) }
    case .literal(let literal):
      // Where null is expected, or nothing, there can be nothing inside.
      let kinds: Kinds = [.array, .object, .null]
      places.append(ExpectedPlace(place, looksInside: kinds.contains(Kinds(of: literal.value))))
    case .unknown, .absent, .not, .oneOf: places.append(ExpectedPlace(place, looksInside: true))
    case .statusClass: places.append(ExpectedPlace(place))
    case .matcher(let any): any.matcher.addPlaces(at: place, to: &places)
    }
  }

  /// The same for a pattern that is asked about everything that a query selects.
  fileprivate func addPlacesOfSelection(_ query: PlacePattern, to places: inout [ExpectedPlace]) {
    if case .matcher(let any) = form, any.matcher.seesItems {
      places.append(ExpectedPlace(query, looksInside: true))
      for pattern in any.matcher.children { pattern.addPlaces(at: query, to: &places) }
    } else if case .list(let patterns) = form {
      places.append(ExpectedPlace(query))
      for pattern in patterns { pattern.addPlaces(at: query, to: &places) }
    } else if case .all(let patterns) = form {
      for pattern in patterns { pattern.addPlacesOfSelection(query, to: &places) }
    } else {
      addPlaces(at: query, to: &places)
    }
  }
}

extension Matcher {
  fileprivate func addPlaces(at place: PlacePattern, to places: inout [ExpectedPlace]) {
    let looksInside = seesItems || (!children.isEmpty && memberNames.isEmpty)
    places.append(ExpectedPlace(place, looksInside: looksInside))
    for name in memberNames { places.append(ExpectedPlace(place.member(name, atAnyDepth: true))) }
    guard seesItems else { return }
    for pattern in children { pattern.addPlaces(at: place.member(nil), to: &places) }
  }
}

extension ObjectPattern {
  fileprivate func addPlaces(at place: PlacePattern, to places: inout [ExpectedPlace]) {
    if entries.isEmpty || isClosed { places.append(ExpectedPlace(place, looksInside: isClosed)) }
    for entry in entries {
      switch entry.key {
      case .name(let name): entry.pattern.addPlaces(at: place.member(name), to: &places)
      case .query(let query):
        guard let selected = try? PlacePattern(query.source) else { continue }
        if entry.isSelection {
          entry.pattern.addPlacesOfSelection(selected, to: &places)
        } else {
          entry.pattern.addPlaces(at: selected, to: &places)
        }
      }
    }
  }
}

extension Place {
  /// The place of a member of the value that stands here.
  func member(_ name: String) -> Place {
    switch self {
    case .body(let pointer): .body(pointer.appending(name: name))
    case .inside(let outer, let inner): .inside(outer, inner.member(name))
    case .part(let part): .part("\(part) \(name)")
    default: self
    }
  }

  /// The place of an item of the array that stands here.
  func item(_ index: Int) -> Place {
    switch self {
    case .body(let pointer): .body(pointer.appending(index: index))
    case .statuses: .statuses(index)
    case .inside(let outer, let inner): .inside(outer, inner.item(index))
    default: self
    }
  }

  /// The place of a value that a query selected in the document of this place.
  func selected(_ pointer: JSONPointer) -> Place {
    if case .inside(let outer, _) = self { return .inside(outer, .body(pointer)) }
    return .body(pointer)
  }

  /// The place of the result of a query over the document of this place.
  func query(_ source: String) -> Place {
    if case .inside(let outer, _) = self { return .inside(outer, .query(source)) }
    return .query(source)
  }

  /// The name of the value in sentences: the last part of the place.
  var name: String {
    switch self {
    case .body(let pointer):
      switch pointer.tokens.last {
      case .name(let name)?: "`\(name)`"
      case .index?: "`\(pointer)`"
      case nil: "the body"
      }
    case .header(let name), .part(let name): "`\(name)`"
    case .query(let source), .xml(let source): "`\(source)`"
    case .status: "the status"
    case .text: "the body"
    case .statuses(let index): index == nil ? "the list of statuses" : "the status"
    case .decoded: "the decoded text"
    case .variable(let name): "`${\(name)}`"
    case .inside(_, .body(JSONPointer.root)): "the document"
    case .inside(_, let inner): inner.name
    case .saved, .retry, .fragment, .frameworkError, .call, .visit, .framing, .other: "`\(self)`"
    }
  }
}
