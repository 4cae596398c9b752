# Finds or installs the package, and says where its command is. What cannot be installed breaks no promise of a service.
set -euo pipefail

refuse() {
  local kind=error ends=$2
  if [[ $1 == unmeasured && ${UNMEASURED:-fail} == warn ]]; then kind=warning ends=0; fi
  echo "::$kind title=preflight::$3"
  printf '%s\n' "verdict=$1" "exit-code=$2" >>"$GITHUB_OUTPUT"
  exit "$ends"
}

quiet=(--ignore-scripts --no-audit --no-fund)
modules=$PWD/node_modules
if [[ -n $PACKAGE ]]; then
  # In a folder of its own, so that the packages of the repository stay as they are.
  [[ ! -f $PACKAGE ]] || PACKAGE=$(realpath -- "$PACKAGE")
  npm install --prefix "$RUNNER_TEMP/preflight" --omit=dev "${quiet[@]}" -- "$PACKAGE" ||
    refuse unmeasured 3 'the package could not be installed: see above, and the input package'
  modules=$RUNNER_TEMP/preflight/node_modules
elif [[ ! -e $modules/.bin/preflight && -f package-lock.json ]]; then
  npm ci --include=dev "${quiet[@]}" || refuse unmeasured 3 'the packages of the lock file could not be installed: see above'
fi
[[ -e $modules/.bin/preflight ]] ||
  refuse refused 2 'Preflight is not installed: name what npm installs in the input package, or put it into package.json and the lock file'
echo "preflight=$modules/.bin/preflight" >>"$GITHUB_OUTPUT"
