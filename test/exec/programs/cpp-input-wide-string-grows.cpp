// entry: f
// options: --max-string 5
// paths: returned 2
// why: a text of five wide characters, more than have room in the object, has to make room for one more

#include <string>

int f(std::wstring name) {
  const wchar_t* before = name.data();
  name.push_back(L'!');
  return name.data() == before ? 1 : 2;
}
