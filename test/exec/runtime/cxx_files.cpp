// <fstream>: files that the program makes itself.

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

namespace {

std::string content(const char* name) {
  std::ifstream in(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void show(const char* what, const std::ios& stream) {
  std::cout << what << ": good " << stream.good() << " eof " << stream.eof() << " fail " << stream.fail() << " bad "
            << stream.bad() << '\n';
}

void writing() {
  std::ofstream out("numbers");
  show("opened", out);
  std::cout << "is open " << out.is_open() << '\n';
  out << "one " << 2 << ' ' << 3.5 << '\n' << std::hex << 255 << std::endl;
  out.put('x').write("yz!", 2);
  std::cout << "at " << out.tellp() << '\n';
  out.seekp(4).put('T');
  out.close();
  show("closed", out);
  std::cout << content("numbers") << '\n';
  std::ofstream("numbers", std::ios::app) << "more\n";
  std::cout << content("numbers");
  std::ofstream again("numbers");
  std::cout << "cut: " << content("numbers").size() << '\n';
}

void reading() {
  std::ofstream("lines") << "first line\nsecond 17 0x1f\n\nlast";
  std::ifstream in("lines");
  std::string line, word;
  std::getline(in, line);
  std::cout << '[' << line << "] at " << in.tellg() << '\n';
  int number = 0, other = 0;
  in >> word >> number >> std::hex >> other;
  std::cout << word << ' ' << number << ' ' << other << '\n';
  in.ignore(1);
  std::getline(in, line);
  std::cout << '[' << line << "]\n";
  std::cout << "next " << static_cast<char>(in.peek()) << ' ' << static_cast<char>(in.get()) << '\n';
  in.unget();
  in >> word;
  std::cout << word << '\n';
  show("behind the last", in);
  in >> word;
  show("nothing left", in);
  in.clear();
  in.seekg(-4, std::ios::end);
  in >> word;
  std::cout << word << '\n';
  in.clear();
  in.seekg(0);
  char bytes[8] = {};
  in.read(bytes, 5);
  std::cout << bytes << ' ' << in.gcount() << '\n';
}

void both() {
  std::fstream file("both", std::ios::in | std::ios::out | std::ios::trunc);
  file << "abcdef";
  file.seekg(2);
  char c = 0;
  file.get(c);
  std::cout << c;
  file.seekp(0, std::ios::cur);
  file.put('X');
  file.seekg(0);
  std::string all;
  file >> all;
  std::cout << ' ' << all << '\n';
}

void failing() {
  std::ifstream missing("missing");
  show("missing", missing);
  std::cout << (missing ? "yes" : "no") << ' ' << missing.is_open() << '\n';
  std::string line;
  std::cout << static_cast<bool>(std::getline(missing, line)) << '\n';
  std::ofstream out("made");
  out.open("twice");
  show("opened twice", out);
  std::fstream odd("odd", std::ios::trunc | std::ios::in);
  std::cout << "odd mode " << odd.is_open() << '\n';
  std::ifstream loud;
  loud.exceptions(std::ios::failbit);
  try {
    loud.open("missing");
  } catch (const std::ios_base::failure& failure) {
    std::cout << "failed: " << failure.what() << '\n';
  }
  const int closed = std::ofstream().rdbuf()->close() ? 1 : 0;
  std::cout << "closing nothing " << closed << '\n';
}

void large() {
  {
    std::ofstream out("large");
    for (int i = 0; i < 3000; ++i) out << i << '\n';
  }
  std::ifstream in("large");
  long sum = 0;
  for (int number = 0; in >> number;) sum += number;
  std::cout << "sum " << sum << '\n';
  std::ifstream moved = std::move(in);
  std::cout << "moved " << moved.is_open() << ' ' << in.is_open() << '\n';
}

} // namespace

int main() {
  writing();
  reading();
  both();
  failing();
  large();
  for (const char* name : {"numbers", "lines", "both", "made", "large"}) std::remove(name);
}
