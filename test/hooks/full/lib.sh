# Helpers of the scenarios that need the network: those about pushing, and programs from the npm registry.
. "$(dirname "$0")/../scenarios/lib.sh"
top=$(cd "$(dirname "$0")/../../.." && pwd)

# npm_programs NAME@VERSION...: their programs are on the path. Nothing of them runs while they are installed.
npm_programs() {
  needs npm node
  mkdir -p "$work/npm"
  echo '{"private": true}' > "$work/npm/package.json"
  npm install --prefix "$work/npm" --ignore-scripts --no-audit --no-fund "$@" > "$work/out" 2> "$work/err" ||
    fail "npm cannot install $*"
  export PATH="$work/npm/node_modules/.bin:$PATH"
}
