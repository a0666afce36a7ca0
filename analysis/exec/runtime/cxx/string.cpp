// std::string, whose functions programs before C++20 do not make themselves.

#include <string>

template class std::basic_string<char>;
