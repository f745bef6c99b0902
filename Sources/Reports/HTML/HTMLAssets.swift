// SPDX-License-Identifier: Apache-2.0
// The style and the script of the HTML page.

import Suites
import Text

/// The style and the script that the HTML page carries, so that it loads nothing. Colours meet a contrast
/// of 4.5 to 1 on their grounds, in light and dark; without the script everything can be read.
enum HTMLAssets {
  static let style = String(decoding: PackageResources.page_css, as: UTF8.self)
  static let script = String(decoding: PackageResources.page_js, as: UTF8.self)
}
