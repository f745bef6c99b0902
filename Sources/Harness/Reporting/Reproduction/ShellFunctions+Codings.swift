// SPDX-License-Identifier: Apache-2.0
// The functions that write their input in another form.

extension ShellFunctions {
  /// The functions that write their input in another form.
  static let codings: [(name: String, text: String)] = [
    (
      "base64_text",
      #"""
      base64_text() {
        od -An -v -tx1 | awk '
          function hex(digits) {
            return (index("0123456789abcdef", substr(digits, 1, 1)) - 1) * 16 \
              + index("0123456789abcdef", substr(digits, 2, 1)) - 1
          }
          { for (k = 1; k <= NF; k++) bytes[count++] = hex($k) }
          END {
            signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
            for (k = 0; k < count; k += 3) {
              n = bytes[k] * 65536 + bytes[k + 1] * 256 + bytes[k + 2]
              printf "%s%s", substr(signs, int(n / 262144) + 1, 1), \
                substr(signs, int(n / 4096) % 64 + 1, 1)
              printf "%s", k + 1 < count ? substr(signs, int(n / 64) % 64 + 1, 1) : "="
              printf "%s", k + 2 < count ? substr(signs, n % 64 + 1, 1) : "="
            }
          }'
      }
      """#
    ),
    ("form_text", encoder("form_text", keeps: "-._*", blank: "+")),
    ("percent_text", encoder("percent_text", keeps: "-._~", blank: "%20")),
    (
      "json_text",
      #"""
      json_text() {
        od -An -v -tx1 | awk '
          BEGIN { for (k = 0; k < 256; k++) byte[sprintf("%02x", k)] = k }
          {
            for (k = 1; k <= NF; k++) {
              n = byte[$k]
              if (n < 32) printf "\\u%04x", n
              else if (n == 34 || n == 92) printf "\\%c", n
              else printf "%c", n
            }
          }'
      }
      """#
    ),
    (
      "target_text",
      #"""
      # target_text: what follows the origin of a URL. Nothing is sent to another origin.
      target_text() {
        awk '{ text = text $0 } END { sub(/^[A-Za-z]+:\/\/[^\/?]*/, "", text); printf "%s", text }'
      }
      """#
    ),
  ]

  private static func encoder(_ name: String, keeps signs: String, blank: String) -> String {
    #"""
    \#(name)() {
      od -An -v -tx1 | awk '
        BEGIN { for (k = 0; k < 256; k++) byte[sprintf("%02x", k)] = k }
        {
          for (k = 1; k <= NF; k++) {
            sign = byte[$k] < 128 ? sprintf("%c", byte[$k]) : ""
            if (sign ~ /^[A-Za-z0-9]$/ || index("\#(signs)", sign) && sign != "") printf "%s", sign
            else if ($k == "20") printf "%s", "\#(blank)"
            else printf "%%%s", toupper($k)
          }
        }'
    }
    """#
  }
}
