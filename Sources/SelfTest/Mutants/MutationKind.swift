// SPDX-License-Identifier: Apache-2.0
// The kinds of mutations, with what each changes and its name.

/// A kind of mutation: one thing that can be wrong in an answer.
struct MutationKind: Sendable, Equatable {
  /// The part that it changes.
  enum Subject: String, Sendable, CaseIterable {
    case status
    case header
    /// The body as a whole.
    case body
    /// A member of a JSON object or an item of an array, of any type.
    case value
    case string
    case number
    case boolean
    /// A text that is a word of the documents, such as an error code.
    case word
    /// A JSON array of plain values.
    case list
    /// A JSON object with members of its own, not entries.
    case object
    /// Entries of one kind: a JSON array of objects, or an object with an object under each of several
    /// names that no document has, such as profiles under the ids of MVPDs.
    case entries
    /// An XML element.
    case element
    /// An XML attribute, or the text of an element without elements.
    case text
  }

  /// How it is called in reports, and under `freedoms` in a catalogue.
  let name: String
  let subject: Subject
  /// How it changes its subject.
  let edit: Edit
  /// The mistake, in words that follow the place: "is missing".
  let summary: String
  /// In what it counts once.
  let scope: Scope

  /// In what a mutation counts once.
  enum Scope: String, Sendable {
    /// In each answer: it changes what the answer says, which differs from answer to answer.
    case answer
    /// In all answers to one request with one status: a service that has this fault has it in all of
    /// them, so that it is caught if one of them shows it.
    case form
  }

  init(
    _ name: String, _ subject: Subject, _ edit: Edit, _ summary: String, _ scope: Scope = .form
  ) {
    self.name = name
    self.subject = subject
    self.edit = edit
    self.summary = summary
    self.scope = scope
  }
}

extension MutationKind {
  /// All kinds of mutations.
  static let all: [MutationKind] = statuses + headers + bodies + values + elements

  private static let statuses: [MutationKind] = [200, 201, 204, 302, 400, 401, 403, 404, 500].map {
    code in MutationKind("status-\(code)", .status, .status(code), "is \(code)", .answer)
  }

  private static let headers: [MutationKind] = [
    MutationKind("header-removed", .header, .remove, "is missing"),
    MutationKind("header-emptied", .header, .clear, "is empty"),
    MutationKind("header-altered", .header, .alter, "has another value"),
    MutationKind("header-html", .header, .setText("text/html"), "is text/html"),
  ]

  private static let bodies: [MutationKind] = [
    MutationKind("body-emptied", .body, .clear, "is empty"),
    MutationKind("body-truncated", .body, .cutInHalf, "ends in the middle"),
    MutationKind("body-html", .body, .page, "is a page of HTML"),
    MutationKind("byte-order-mark", .body, .markByteOrder, "begins with a byte order mark"),
  ]

  private static let values: [MutationKind] = [
    MutationKind("removed", .value, .remove, "is missing"),
    MutationKind("null", .value, .null, "is null"),
    MutationKind("retyped", .value, .retype, "has another type"),
    MutationKind("emptied", .string, .clear, "is empty"),
    MutationKind("altered", .string, .alter, "is another text of the same form"),
    MutationKind("extended", .string, .extend, "has one more letter at its end"),
    MutationKind("case-swapped", .string, .swapCase, "is written in other cases"),
    MutationKind("borrowed", .string, .borrow, "has the value of another answer"),
    MutationKind("another-word", .word, .borrow, "has the word of another answer", .answer),
    MutationKind("host-moved", .string, .moveHost, "is a URL of another host"),
    MutationKind("path-moved", .string, .movePath, "is a URL with another path"),
    MutationKind("not-base64", .string, .spoilBase64, "is not Base64"),
    MutationKind("incremented", .number, .increment, "is one more"),
    MutationKind("negative", .number, .negate, "is negative"),
    MutationKind("in-seconds", .number, .seconds, "is in seconds"),
    MutationKind("long-past", .number, .shiftYears(-10), "is ten years earlier"),
    MutationKind("far-future", .number, .shiftYears(10), "is ten years later"),
    MutationKind("flipped", .boolean, .flip, "is the opposite", .answer),
    MutationKind("list-emptied", .list, .clear, "has nothing in it"),
    MutationKind("list-reversed", .list, .reverse, "is in another order"),
    MutationKind("item-added", .list, .addAlien, "has one item that does not belong there"),
    MutationKind("item-repeated", .list, .repeatLast, "has its last item twice"),
    MutationKind("object-emptied", .object, .clear, "has nothing in it"),
    MutationKind("unknown-added", .object, .addUnknown, "has an unknown member"),
    MutationKind("entries-emptied", .entries, .clear, "has no entry any more", .answer),
    MutationKind("entry-removed", .entries, .dropLast, "lacks its last entry", .answer),
    MutationKind(
      "entry-added", .entries, .addAlien, "has one entry that does not belong there", .answer),
    MutationKind("entry-repeated", .entries, .repeatLast, "has its last entry twice"),
    MutationKind("entries-reversed", .entries, .reverse, "is in another order"),
  ]

  private static let elements: [MutationKind] = [
    MutationKind("element-removed", .element, .remove, "is missing"),
    MutationKind("element-emptied", .element, .clear, "is empty"),
    MutationKind("element-repeated", .element, .repeatLast, "is there twice"),
    MutationKind("text-altered", .text, .alter, "is another text of the same form"),
    MutationKind("text-borrowed", .text, .borrow, "has the value of another answer"),
    MutationKind("text-extended", .text, .extend, "has one more letter at its end"),
    MutationKind("text-flipped", .text, .flip, "is the opposite", .answer),
    MutationKind("text-removed", .text, .remove, "is missing"),
  ]
}
