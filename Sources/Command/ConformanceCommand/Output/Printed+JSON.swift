// SPDX-License-Identifier: Apache-2.0
// JSON as commands print it.

import Formats
import Text

extension Printed {
  /// A value over lines, with a line break at its end.
  init(_ json: JSONValue) {
    self.init(json: "\(JSONWriter.text(json, indented: true))\n")
  }
}
