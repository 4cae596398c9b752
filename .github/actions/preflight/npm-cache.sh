# Says where npm keeps what it downloads, and a hash of what is to be installed; nothing where all is installed already.
set -euo pipefail

from=${PACKAGE:-package-lock.json}
if [[ -z $PACKAGE && (-e node_modules/.bin/preflight || ! -f $from) ]]; then exit 0; fi
hash=$({
  printf '%s\n' "$from"
  [[ ! -f $from ]] || cat -- "$from"
} | node -p 'crypto.createHash("sha256").update(fs.readFileSync(0)).digest("hex")')
printf '%s\n' "path=$(npm config get cache)" "hash=$hash" >>"$GITHUB_OUTPUT"
