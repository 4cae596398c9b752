kit() { node "$work/kit.mjs" "$work" "$@"; }

# Takes: number, method, path, kind of token, whose token, headers…; the body comes from standard input.
send() {
  local number=$1 method=$2 path=$3 kind=$4 whose=$5 header
  shift 5
  kit fill "$whose"
  : >"$work/bearer"
  if [ "$kind" != missing ]; then
    login "$whose" "$kind"
    kit bearer "$kind" "$whose"
  fi
  local options=(--silent --show-error --globoff --max-time 120 --request "$method")
  for header in "$@"; do options+=(--header "$header"); done
  if [ -s "$work/bearer" ]; then options+=(--header "@$work/bearer"); fi
  if [ -s "$work/sent" ]; then options+=(--data-binary "@$work/sent"); fi
  if ! curl "${options[@]}" --dump-header "$work/head" --output "$work/body" --url "$url$path"; then
    echo "cannot tell: step $number got no answer" >&2
    exit 3
  fi
  kit keep "$number"
}

# One token for each partner, unless a step of the case requests it.
login() {
  case $1 in own | other) ;; *) return 0 ;; esac
  case $2 in expired | garbage) return 0 ;; esac
  if [ -e "$work/token-$1" ]; then return 0; fi
  : >"$work/token-$1"
  cp "$work/sent" "$work/waiting"
  send "$1" POST /auth/token missing "$1" 'content-type: application/json' <<'JSON'
{ "clientId": "{{clientId}}", "clientSecret": "{{clientSecret}}" }
JSON
  mv "$work/waiting" "$work/sent"
}

# Takes: number, hours.
moved() {
  if [ ! -t 0 ]; then
    echo "cannot tell: the clock of the service must be moved $2 hours ahead before step $1; run this in a terminal" >&2
    exit 3
  fi
  read -r -p "Move the clock of the service $2 hours ahead, then press Enter. " </dev/tty
}
