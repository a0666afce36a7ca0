// String streams and std::cout: how numbers and texts are written and read, and the states of streams.

#include <iomanip>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>
#include <system_error>

using namespace std;

static void writing() {
  ostringstream out;
  out << 1 << ' ' << -5L << ' ' << true << ' ' << boolalpha << false << ' ' << hex << showbase << 255 << ' ' << oct << 8
      << ' ' << dec << setw(8) << setfill('*') << 42 << left << setw(6) << 7 << internal << setw(7) << -3 << right
      << showpos << 5 << noshowpos << 'c' << static_cast<void*>(nullptr) << "text" << string("abc") << setw(5) << "x"
      << setiosflags(ios::hex | ios::uppercase) << 64 << resetiosflags(ios::hex) << setbase(8) << 64 << ends;
  cout << out.str() << endl;
  out.str("");
  out.flags(ios::dec);
  out.fill(' ');
  out << 3.25 << ' ' << fixed << setprecision(3) << 3.14159 << ' ' << scientific << uppercase << 12345.678 << ' '
      << hexfloat << 1.5 << ' ' << defaultfloat << 1e10 << ' ' << showpoint << 2.0F << ' ' << 1.0L / 3;
  cout << out.str() << '\n';
}

template <class T> static void readTwice(const string& text) {
  istringstream in(text);
  for (int i = 0; i < 2; ++i) {
    T value{};
    in >> value;
    cout << value << ':' << in.rdstate() << ' ';
  }
}

static void numbers() {
  for (const char* text : {"12 x", "-7", "0x1f", "99999999999", "", "abc", "1e5 2", "+3", "1.5.5", "nan", "1e999"}) {
    cout << '[' << text << "] ";
    readTwice<int>(text);
    readTwice<unsigned>(text);
    readTwice<unsigned short>(text);
    readTwice<long>(text);
    readTwice<double>(text);
    readTwice<float>(text);
    readTwice<bool>(text);
    readTwice<char>(text);
    readTwice<string>(text);
    cout << '\n';
  }
}

static void texts() {
  string line;
  istringstream lines("a b\nline two\n\nlast");
  while (getline(lines, line)) cout << '[' << line << ']' << lines.rdstate();
  cout << lines.rdstate() << '\n';
  istringstream fields("one,two,,three");
  while (getline(fields, line, ',')) cout << '[' << line << ']';
  cout << fields.rdstate() << '\n';

  char buffer[6];
  istringstream in("hello world foo");
  in.getline(buffer, 6);
  cout << buffer << in.rdstate() << in.gcount() << '\n';
  in.clear();
  in.getline(buffer, 6, 'o');
  cout << buffer << in.rdstate() << in.gcount() << '\n';
  in.ignore(3);
  cout << in.gcount() << static_cast<char>(in.peek()) << '\n';
  in.ignore(100, 'f');
  cout << in.gcount() << static_cast<char>(in.get()) << '\n';
  in.ignore(numeric_limits<streamsize>::max());
  cout << in.gcount() << in.rdstate() << '\n';

  istringstream words("word another");
  words >> setw(4) >> buffer >> setw(2) >> line;
  cout << buffer << line;
  words >> line;
  cout << line << words.rdstate();
  words >> line;
  cout << line << words.rdstate() << '\n';
}

static void buffers() {
  stringstream a("abc def");
  stringstream b;
  b << a.rdbuf();
  cout << b.str() << a.rdstate() << b.rdstate() << '\n';
  a.clear();
  a.seekg(2);
  string word;
  a >> word;
  a.unget();
  cout << word << static_cast<char>(a.get()) << a.tellg() << '\n';
  stringstream c = move(b);
  c.seekp(0);
  c << "XY";
  cout << c.str() << '\n';
  c.swap(a);
  cout << c.str() << '\n';
  ostringstream d;
  d.precision(3);
  ostringstream e;
  e.copyfmt(d);
  const int slot = ios_base::xalloc();
  e.iword(slot + 20) = 5;
  cout << e.precision() << e.iword(slot + 20) << e.iword(slot + 21) << '\n';
}

static void failures() {
  try {
    istringstream in("x");
    in.exceptions(ios::failbit);
    int number = 0;
    in >> number;
  } catch (const ios_base::failure& failure) {
    cout << failure.what() << ' ' << failure.code() << failure.code().message() << '\n';
  }
  try {
    throw system_error(make_error_code(errc::invalid_argument), "while testing");
  } catch (const system_error& error) {
    cout << error.what() << ' ' << error.code() << (error.code() == errc::invalid_argument) << '\n';
  }
  const error_code code(2, system_category());
  cout << code << (code == errc::no_such_file_or_directory) << code.message() << '\n';
}

int main() {
  writing();
  numbers();
  texts();
  buffers();
  failures();
  int count = 0;
  for (string word; cin >> word;) ++count;
  cout << count << cin.eof() << '\n';
  cerr << "on standard error\n";
}
