// SPDX-License-Identifier: Apache-2.0
// The screen of the television: what the viewer sees, one line after the other.

import Foundation

/// Shows lines, and the framework's picker, for which it is the delegate.
final class Screen: NSObject, VSAccountManagerDelegate, Sendable {
  private let pickers: AsyncStream<Void>
  private let presented: AsyncStream<Void>.Continuation

  override init() { (pickers, presented) = AsyncStream.makeStream() }

  /// At once, so that a test can wait for it.
  func show(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

  /// Returns when the framework's picker is open.
  func picker() async {
    for await _ in pickers { return }
  }

  func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController)
  {
    // An application with UIKit presents it on its own view controller.
    let picker = viewController as? VSStandInPicker
    show("picker: \(picker?.providerIdentifiers.joined(separator: " ") ?? "")")
    presented.yield()
  }

  func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController)
  {
    show("picker closed")
  }
}
