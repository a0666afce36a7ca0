// Queues, stacks and heaps.
// entry: next
#include <queue>
#include <stack>
int next(std::queue<int>& q, std::stack<int>& s, std::priority_queue<int>& p, int k) {
  if (k == 0 && !q.empty()) { int f = q.front(); q.pop(); return f; }
  if (k == 1) { s.push(k); return s.size(); }
  if (k == 2 && !p.empty()) { int t = p.top(); p.pop(); return p.empty() ? t : t - p.top(); }
  return 0;
}
