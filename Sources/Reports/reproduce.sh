# stop TEXT: a call before the one that was judged did not go as in the run.
stop() {
  printf 'stopped at "%s": %s\n' "$step" "$1" >&2
  show_answer >&2
  exit 1
}
show_answer() {
  for part in head answer; do
    [ ! -f "$work/$part" ] || tr -d '\000-\010\013-\037\177' < "$work/$part"
  done
  echo
}
begin() {
  step=$1
  printf '%s\n' "- $step"
  : > "$work/headers"
  rm -f "$work/body" "$work/head" "$work/answer"
}
# header NAME VALUE: a header of the next request.
header() {
  value=$(printf '%s' "$2" | tr -d '\r\n')
  if [ -n "$value" ]; then value=": $value"; else value=';'; fi
  printf '%s%s\n' "$1" "$value" >> "$work/headers"
}
# CURL_OPTIONS may hold options of your own, such as --cacert FILE.
fetch() {
  # shellcheck disable=SC2086
  curl -q -sS --http1.1 --globoff --path-as-is --proto '=http,https' --max-time 60 \
    ${CURL_OPTIONS-} -D "$work/head" -o "$work/answer" "$@"
}
# send METHOD TARGET: sends the request once; `status` is then the status, or 000 for no answer.
send() {
  set -- "$1" "$ORIGIN$2"
  if [ "$1" = HEAD ]; then
    set -- --head "$2"
  elif [ -f "$work/body" ]; then
    set -- -X "$1" --data-binary "@$work/body" "$2"
  else
    set -- -X "$1" "$2"
  fi
  status=$(fetch -H 'Expect:' -H "@$work/headers" -w '%{http_code}' "$@") ||
    status=${status:-000}
}
# call METHOD TARGET STATUS: sends the request, again after a 429 where the run got another status.
call() {
  tries=0
  while send "$1" "$2"; [ "$status" = 429 ] && [ "$3" != 429 ] && [ "$tries" -lt 5 ]; do
    tries=$((tries + 1))
    sleep "$tries"
  done
}
# visit TARGET REDIRECT-URL: what a user agent does that follows redirects and keeps cookies.
visit() {
  place=$ORIGIN$1
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    place=$(fetch -b "$work/cookies" -c "$work/cookies" -w '%{redirect_url}' "$place") ||
      stop 'no answer came'
    case $place in "$2"*) return 0 ;; '') break ;; esac
  done
  stop 'the visit did not come back to the redirect URL'
}
as_in_the_run() {
  [ "$status" = "$1" ] || stop "the status was $1 in the run, and is $status now"
}
# json POINTER: the value of that JSON Pointer (RFC 6901) in the answer.
json() {
  [ -f "$work/answer" ] || return 1
  POINTER=$1 jq -r '
    reduce (env.POINTER / "/")[1:][] as $name (.;
      if type == "array" then .[$name | tonumber]
      else .[$name | gsub("~1"; "/") | gsub("~0"; "~")] end)' "$work/answer" 2> /dev/null
}
header_value() {
  NAME=$1 jq -Rrs '
    [split("\r\n")[] | select(ascii_downcase | startswith((env.NAME | ascii_downcase) + ":"))][0]
    | sub("^[^:]*:\\s*"; "")' "$work/head"
}
# as FILTER TEXT: the text as jq writes it.
as() { printf '%s' "$2" | jq -Rrs "$1"; }
# new_id: an identifier that nobody else has, which can stand in XML.
new_id() {
  od -An -N16 -tx1 /dev/urandom | tr -d ' \n' |
    sed 's/^.\(.\{7\}\)\(.\{4\}\).\(.\{3\}\).\(.\{3\}\)/a\1-\2-4\3-a\4-/'
}
