// How many elements there are: nothing has to be looked at.
// entry: size
#include <list>
#include <map>
unsigned long size(const std::list<int>& l, const std::map<int, int>& m) { return l.size() * 100 + m.size(); }
