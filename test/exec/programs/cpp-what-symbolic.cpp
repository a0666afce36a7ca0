// entry: f
// paths: threw std::runtime_error 1
// detail: code
// why: a text may depend on the input

#include <stdexcept>

int f(unsigned char digit) {
  std::string text = "code ";
  text += static_cast<char>('a' + digit % 16);
  throw std::runtime_error(text);
}
