// SPDX-License-Identifier: Apache-2.0
// Places in suites as reports write them.

import Record
import Text

extension SourceLocation {
  /// `file:line:column` on one line, with nothing hidden in it.
  var visible: String { Visible.line(description, limit: 500) }

  /// `file:line:column` as code in Markdown.
  var markdown: String { Markdown.code(description) }
}
