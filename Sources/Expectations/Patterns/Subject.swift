// SPDX-License-Identifier: Apache-2.0
// What is known at load of the value that a pattern will be asked about.

/// The value that a pattern will be asked about, as far as it is known at load. It shows which
/// patterns nothing can match.
indirect enum Subject: Sendable {
  /// One value of some kinds.
  case one(Kinds, noun: String)
  /// A status code: `2xx` is a class of them.
  case status
  /// Several values: patterns for arrays see them all, others one.
  case items(of: Subject, SelectionStyle)
  /// The array of the status codes of a burst.
  case statuses

  /// A member of an object.
  static let json = one(.everything, noun: "a member")
  /// The root of a document: it is there.
  static let root = one(.values, noun: "the body")
  /// An item of an array: it is there.
  static let item = one(.values, noun: "an item")

  static func text(_ noun: String) -> Subject { one(.string, noun: noun) }

  /// One of several values, or the value itself.
  var single: Subject {
    if case .items(let item, _) = self { item } else { self }
  }

  /// The items of the value, as far as they are known.
  var item: Subject {
    switch self {
    case .items(let item, _): item
    case .statuses: .status
    case .one, .status: .item
    }
  }

  /// The kinds that the value may have, and its name in sentences.
  var kinds: (kinds: Kinds, noun: String) {
    switch self {
    case .one(let kinds, let noun): (kinds, noun)
    case .status: (.number, "a status")
    case .items(let item, _): (item.kinds.kinds.union(.nothing), item.kinds.noun)
    case .statuses: (.array, "the list of statuses")
    }
  }
}
