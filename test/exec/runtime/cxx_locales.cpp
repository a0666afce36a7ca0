// Locales: "C", and what programs make of it.

#include <iostream>
#include <locale>
#include <sstream>

using namespace std;

struct Grouped : numpunct<char> {
  char do_thousands_sep() const override { return '.'; }
  string do_grouping() const override { return "\3"; }
  char do_decimal_point() const override { return ','; }
  string do_truename() const override { return "yes"; }
};

int main() {
  const locale plain;
  const locale grouped(plain, new Grouped);
  cout << plain.name() << grouped.name() << (plain == locale::classic()) << (plain == grouped) << '\n';
  ostringstream out;
  out.imbue(grouped);
  out << 1234567 << ' ' << 12 << ' ' << 1234.5 << ' ' << fixed << 9999999.25 << ' ' << boolalpha << true;
  cout << out.str() << '\n';
  istringstream in("1.234.567 12.34 1.234,5");
  in.imbue(grouped);
  for (int i = 0; i < 2; ++i) {
    int number = 0;
    in >> number;
    cout << number << ' ' << in.rdstate() << '\n';
  }
  in.clear();
  double number = 0;
  in >> number;
  cout << number << in.rdstate() << '\n';

  string text = "Test 5";
  const auto& kinds = use_facet<ctype<char>>(plain);
  kinds.toupper(text.data(), text.data() + text.size());
  cout << text << kinds.is(ctype_base::digit, '5') << isalpha('x', plain) << tolower('Q', plain) << '\n';
  cout << kinds.widen('a') << kinds.narrow('b', '?') << has_facet<numpunct<char>>(grouped) << '\n';
}
