// SPDX-License-Identifier: Apache-2.0
// YAML of a few lines, as a test writes it.

package import Formats
import Testing
import Text

/// The value of a YAML text.
package func yaml(_ text: String) throws -> YAMLNode {
  try #require(try YAMLParser.documents(of: SourceFile(name: "test", text: text)).first).root
}
