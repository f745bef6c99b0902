// SPDX-License-Identifier: Apache-2.0
// A link to a folder of suites is that folder, as packages install them.

import Foundation
import TestSupport
import Testing

@Suite struct LinkTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      suite: Linked
      scenarios:
        - scenario: Asks
          steps: [{step: Ask, request: {GET: /}, expect: {status: 200}}]
      """, to: "elsewhere/linked.yaml")
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "Suites"),
      withDestinationURL: folder.url.appending(path: "elsewhere"))
  }

  @Test(arguments: [["list"], ["list", "Suites"], ["list", "elsewhere"]])
  func `finds suites by it`(words: [String]) throws {
    let listed = try RunningProduct(words, in: folder).wait()
    #expect(listed.status == 0, "\(listed)")
    #expect(listed.output.contains("Linked"), "\(listed)")
  }

  @Test func `says that nothing is there where it leads nowhere`() throws {
    try FileManager.default.removeItem(at: folder.url.appending(path: "elsewhere"))
    let listed = try RunningProduct(["list", "Suites"], in: folder).wait()
    #expect(listed.status == 2, "\(listed)")
    #expect(listed.error.contains("there is no such file or folder"), "\(listed)")
  }
}
