#!/bin/sh
# Releases what keeps its promises, for any pipeline that runs a shell: put it beside acme.gate.sh, and run sh release.sh.
# ACME_URL, ACME_CLIENT_ID and ACME_CLIENT_SECRET come from the secrets of the pipeline.
set -u
cd "$(dirname "$0")" || exit 2

sh acme.gate.sh
code=$?
case $code in
  0) echo 'acme keeps its promises: released' ;; # Here your own release begins.
  1) echo 'not released: acme breaks a promise, see results/latest' >&2 ;;
  3) echo 'not released: acme could not be measured, so ask again later' >&2 ;;
  *) echo "not released: the gate ended with exit code $code, see above" >&2 ;;
esac
exit "$code"
