// SPDX-License-Identifier: Apache-2.0
// The public pages that a catalogue's requirements come from.

import Formats

/// The public pages that requirements and ambiguities come from, by the names that they call them.
struct SourcePages {
  private let addresses: [String: WebAddress]
  /// The page of the cookbook itself, for what names no other.
  private let own: WebAddress?

  /// Reads `pages: {name: address}`, and `page`, the name of the cookbook's own. Both may be missing.
  ///
  /// - Throws: `CatalogueError` for an address that is not an https URL, and for an unknown name.
  init(of value: JSONValue) throws(CatalogueError) {
    var addresses: [String: WebAddress] = [:]
    if let pages = value["pages"] {
      guard let object = pages.object else {
        throw CatalogueError(message: "expected a map of names to addresses at /pages")
      }
      for member in object.members {
        guard let address = member.value.string.flatMap(WebAddress.init) else {
          throw CatalogueError(message: "expected an https address at /pages/\(member.name)")
        }
        addresses[member.name] = address
      }
    }
    self.addresses = addresses
    guard let name = value["page"] else {
      own = nil
      return
    }
    guard let address = name.string.flatMap({ addresses[$0] }) else {
      throw CatalogueError(message: "expected the name of one of 'pages' at /page")
    }
    own = address
  }

  /// The address of a page. What stands behind `#` in its name is a part of it.
  ///
  /// - Parameter name: The cookbook's own page where it is nil.
  /// - Throws: `CatalogueError` for a name that is not one of a page, where the catalogue has pages.
  func address(of name: JSONValue?, at place: String) throws(CatalogueError) -> WebAddress? {
    guard let name else { return own }
    if addresses.isEmpty { return nil }
    let page = name.string?.split(separator: "#", omittingEmptySubsequences: false).first
    guard let page, let address = addresses[String(page)] else {
      throw CatalogueError(message: "expected the name of one of 'pages' at \(place)")
    }
    return address
  }
}
