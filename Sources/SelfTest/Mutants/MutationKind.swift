// SPDX-License-Identifier: Apache-2.0
// The kinds of mutations: what each changes, and how it is called.

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
    MutationKind("unknown-added", .object, .addUnknown, "has a member that nobody knows"),
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

/// The hash of a name (FNV-1a). A seed and a name choose a number that is the same each time.
struct NameHash: Sendable, Equatable {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  init(_ name: String) { add(name) }

  private mutating func add(_ name: String) {
    for byte in name.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// The hash of the name with another behind it.
  func adding(_ name: String) -> NameHash {
    var result = self
    result.add("\u{1F}")
    result.add(name)
    return result
  }

  /// A number from 0 to 1, another one for another seed.
  func fraction(seed: Int) -> Double {
    // The last steps of SplitMix64.
    var mixed = value &+ UInt64(bitPattern: Int64(seed)) &* 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
  }
}
