// <charconv> of floating-point numbers.

#include <charconv>
#include <cmath>
#include <iostream>
#include <limits>
#include <string_view>

namespace {

template <class T> void reading() {
  using std::chars_format;
  for (const std::string_view text : {"1.5",
                                      "-2.25e3x",
                                      "+1",
                                      " 1",
                                      ".5",
                                      "5.",
                                      ".",
                                      "1e",
                                      "1e+",
                                      "1e400",
                                      "1e-400",
                                      "-0",
                                      "0x1p3",
                                      "1.8p1",
                                      "inf",
                                      "-INF",
                                      "nan",
                                      "nan(12)",
                                      "nan(",
                                      "infinit",
                                      "infinity",
                                      "",
                                      "-",
                                      "abc",
                                      "1e5",
                                      "007",
                                      "1.2.3",
                                      "0e0",
                                      "123456789012345678901234567890"})
    for (const chars_format format :
         {chars_format::general, chars_format::fixed, chars_format::scientific, chars_format::hex}) {
      T value = 99;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, format);
      std::cout << text << ' ' << static_cast<int>(format) << ": " << end - text.data() << ' '
                << static_cast<int>(error) << ' ';
      if (std::isnan(value)) std::cout << "nan\n";
      else std::cout << value << '\n';
    }
}

template <class T> void writing() {
  using std::chars_format;
  char text[400];
  const auto show = [&](std::to_chars_result result) {
    if (result.ec == std::errc())
      std::cout << std::string_view(text, static_cast<std::size_t>(result.ptr - text)) << ' ';
    else std::cout << "(" << static_cast<int>(result.ec) << ' ' << result.ptr - text << ") ";
  };
  for (const T value :
       {T(0), T(-0.0), T(1), T(0.1), T(-2.5), T(100), T(123456), T(1234567), T(1e-4), T(1e-5), T(1.5e-7), T(1e15),
        T(1e22), T(1) / 3, T(16777216), T(3.14159265358979), std::numeric_limits<T>::max(),
        std::numeric_limits<T>::min(), std::numeric_limits<T>::infinity()}) {
    show(std::to_chars(text, text + sizeof text, value));
    for (const chars_format format :
         {chars_format::general, chars_format::fixed, chars_format::scientific, chars_format::hex})
      show(std::to_chars(text, text + sizeof text, value, format));
    for (const chars_format format : {chars_format::general, chars_format::fixed, chars_format::scientific})
      show(std::to_chars(text, text + sizeof text, value, format, 3));
    show(std::to_chars(text, text + 3, value));
    std::cout << '\n';
  }
}

} // namespace

int main() {
  reading<double>();
  reading<float>();
  writing<double>();
  writing<float>();
}
