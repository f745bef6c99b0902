// SPDX-License-Identifier: Apache-2.0
// The functions that play the TV provider: they read a SAML request, and follow redirects.

extension ShellFunctions {
  /// The functions that play the TV provider and the viewer.
  static let provider: [(name: String, text: String)] = [
    (
      "request_id",
      #"""
      # request_id: the ID of the SAML request in Base64.
      request_id() {
        request_xml | awk '
          { text = text $0 "\n" }
          END { if (match(text, /[ \t\n]ID="[^"]*"/)) printf "%s", substr(text, RSTART + 5, RLENGTH - 6) }'
      }
      """#
    ),
    (
      "request_url",
      #"""
      # request_url: where the SAML request in Base64 wants its response to be sent.
      request_url() {
        request_xml | awk '
          { text = text $0 "\n" }
          END {
            if (match(text, /[ \t\n]AssertionConsumerServiceURL="[^"]*"/))
              printf "%s", substr(text, RSTART + 30, RLENGTH - 31)
          }'
      }
      """#
    ),
    (
      "request_issuer",
      #"""
      # request_issuer: who issued the SAML request in Base64.
      request_issuer() {
        request_xml | awk '
          { text = text $0 "\n" }
          END {
            if (!match(text, /<([A-Za-z0-9_]+:)?Issuer([ \t\n][^>]*)?>[^<]*</)) exit
            text = substr(text, RSTART, RLENGTH - 1)
            sub(/^[^>]*>[ \t\r\n]*/, "", text)
            sub(/[ \t\r\n]*$/, "", text)
            printf "%s", text
          }'
      }
      """#
    ),
    (
      "request_xml",
      #"""
      request_xml() {
        awk '
          {
            gsub(/[^A-Za-z0-9+\/]/, "")
            text = text $0
          }
          END {
            signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
            for (k = 1; k <= length(text); k += 4) {
              n = 0
              for (j = 0; j < 4; j++) n = n * 64 + (k + j <= length(text) ? index(signs, substr(text, k + j, 1)) - 1 : 0)
              printf "%c", int(n / 65536)
              if (k + 2 <= length(text)) printf "%c", int(n / 256) % 256
              if (k + 3 <= length(text)) printf "%c", n % 256
            }
            print ""
          }'
      }
      """#
    ),
    (
      "visit",
      #"""
      # visit TARGET REDIRECT-URL: what a user agent does that follows redirects and keeps cookies.
      visit() {
        place=$ORIGIN$1
        hops=0
        while [ "$hops" -lt 20 ]; do
          hops=$((hops + 1))
          # shellcheck disable=SC2086
          status=$(curl -q -sS --globoff --proto '=http,https' --max-time 60 ${CURL_OPTIONS-} \
            -b "$work/cookies" -c "$work/cookies" -D "$work/head" -o "$work/answer" \
            -w '%{http_code}' "$place") || stop "no answer came"
          next=$(header_value Location) || stop "the visit ended with status $status"
          case $next in
            "$2"*) return 0 ;;
            http://* | https://*) place=$next ;;
            /*) place=$(printf '%s' "$place" | sed 's|^\([a-z]*://[^/]*\).*|\1|')$next ;;
            *) stop "the visit leads to an address that this script does not follow" ;;
          esac
        done
        stop "the visit has too many redirects"
      }
      """#
    ),
  ]
}
