// SPDX-License-Identifier: Apache-2.0
// A kind of mutation: what it changes, and how it is called.

/// A kind of mutation: one thing that can be wrong in an answer.
struct MutationKind: Sendable, Equatable {
  /// What it changes.
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
  /// What is wrong then, in words that follow the place: "is missing".
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

/// A way to change a part of an answer.
enum Edit: Sendable, Equatable {
  case status(Int)
  /// Without the part.
  case remove
  case null
  /// A value of another JSON type that looks most like it.
  case retype
  /// An empty text, array or object.
  case clear
  /// One letter or digit is another.
  case alter
  /// One more letter at the end.
  case extend
  /// Capitals are small letters and the other way round.
  case swapCase
  /// The value that another answer has at the same place.
  case borrow
  /// Without the last entry.
  case dropLast
  /// Another host in a URL.
  case moveHost
  /// Another path in a URL.
  case movePath
  /// A text that is not Base64.
  case spoilBase64
  /// `!` and nothing else.
  case negate
  case increment
  /// A time in seconds in place of milliseconds.
  case seconds
  /// A time ten years earlier, or later.
  case shiftYears(Int)
  case flip
  /// Another order.
  case reverse
  /// The last item twice.
  case repeatLast
  /// An item or entry that does not belong there, like those of other answers.
  case addAlien
  /// A member that nobody knows.
  case addUnknown
  case cutInHalf
  case markByteOrder
  /// A page of HTML.
  case page
  /// `text/html` in the header.
  case setText(String)
}
