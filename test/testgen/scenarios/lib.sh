# Helpers of the scenarios about what stays of a finding: those of the other scenarios, and a project.
scenarios=$(cd "$(dirname "$0")/../../build/scenarios" && pwd)
. "$scenarios/lib.sh"

# Two functions that change, each for one input.
shop_project() {
  repo
  write shop.c <<'EOF'
struct order { int count; int price; };
int total(const struct order *order) {
  if (!order) return 0;
  int sum = order->count + order->price;
  return sum == 5000 ? 0 : sum;
}
int fee(int days) { return days > 30 ? 5 : 0; }
EOF
  commit "Add the shop"
  edit shop.c 's/== 5000 ? 0/== 5000 ? 1/; s/> 30/>= 30/'
  commit "Tidy the shop"
}

# report FILE ARGUMENT...: the JSON of `beagle diff`
report() {
  file=$1
  shift
  beagle diff "$@" --format json --budget 20s
  expect_exit 1
  cp "$work/out" "$file"
}

# fingerprint FILE FUNCTION: of its first change
fingerprint() {
  "$python" -c 'import json, sys
for f in json.load(open(sys.argv[1]))["functions"]:
    if f["name"] == sys.argv[2]: print(f["changes"][0]["fingerprint"])' "$1" "$2"
}
