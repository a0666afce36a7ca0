// entry: f
// options: --max-string 2
// paths: returned 5
// shows: name = {120, 97}
// why: a text of up to two characters is "xa", nothing, "x", or another one at its first or its second character; the
//      other text has one character more than before

#include <string>

int f(const std::wstring& name, std::u16string text) {
  text.push_back(u'!');
  if (name == L"xa") return text.empty() ? 0 : 1;
  return 2;
}
