// Facets of the locale "C" beside those of numbers: the order of texts, dates, and what regular expressions make of
// both; and of what programs with several threads use, that which needs none.

#include <cxxabi.h>

#include <complex>
#include <condition_variable>
#include <ctime>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <locale>
#include <memory>
#include <memory_resource>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

void order() {
  const auto& texts = std::use_facet<std::collate<char>>(std::locale());
  const std::string words[] = {"", "a", "ab", "b", std::string("a\0c", 3), "B"};
  for (const std::string& one : words) {
    for (const std::string& other : words)
      std::cout << texts.compare(one.data(), one.data() + one.size(), other.data(), other.data() + other.size()) << ' ';
    std::cout << texts.transform(one.data(), one.data() + one.size()).size() << '\n';
  }
  std::cout << std::locale()(words[1], words[2]) << '\n';
}

void expressions() {
  const std::regex pair("([a-z_]+)\\s*=\\s*([0-9]+|\"[^\"]*\")");
  for (const char* text : {"width = 17", "name=\"x y\"", "=3", "a=b"}) {
    std::cmatch found;
    if (std::regex_match(text, found, pair)) std::cout << found[1] << " is " << found[2] << '\n';
    else std::cout << "no pair: " << text << '\n';
  }
  std::cout << std::regex_replace("one two  three", std::regex("[[:space:]]+"), "-") << '\n';
  std::cout << std::regex_search("ABC", std::regex("b", std::regex::icase)) << '\n';
  for (const char* text : {"(", "[", "a{2", "*", "[z-a]"}) try {
      std::regex wrong(text);
    } catch (const std::regex_error& error) {
      std::cout << error.what() << ' ' << error.code() << '\n';
    }
  std::cout << std::regex_error(std::regex_constants::error_stack).what() << '\n';
}

void dates() {
  std::tm date{};
  date.tm_year = 124, date.tm_mon = 1, date.tm_mday = 29, date.tm_hour = 13, date.tm_min = 5, date.tm_wday = 4;
  date.tm_yday = 59;
  std::ostringstream out;
  out << std::put_time(&date, "%Y-%m-%d %H:%M:%S|%a %A %b %B|%j %p %I|%D %T|%c|%x %X|%r|%%|%Ey");
  std::cout << out.str() << '\n';
  const char* const forms[][2] = {{"%Y-%m-%d", "2021-12-31"},
                                  {"%d %b %Y", "5 Mar 1999"},
                                  {"%H:%M:%S", "23:59:60"},
                                  {"%A, %B %d", "Tuesday, July 4"},
                                  {"%Y-%m-%d", "2021-13-01"},
                                  {"%D", "02/03/04"},
                                  {"%I %p", "03 PM"},
                                  {"%C", "19"},
                                  {"%Y %j", "2023 60"},
                                  {"%Y %U %w", "2023 09 3"},
                                  {"%Y %W %a", "2024 01 Mon"},
                                  {"%y", "70"},
                                  {"%T", "12:34:56"},
                                  {"%e.%m.%Y", " 1.02.2000"},
                                  {"%H", "x"}};
  for (const auto& [form, text] : forms) {
    std::tm read{};
    std::istringstream in(text);
    in >> std::get_time(&read, form);
    std::cout << form << ' ' << text << ": " << read.tm_year << ' ' << read.tm_mon << ' ' << read.tm_mday << ' '
              << read.tm_hour << ' ' << read.tm_min << ' ' << read.tm_sec << ' ' << read.tm_wday << ' ' << read.tm_yday
              << ' ' << in.fail() << in.eof() << '\n';
  }
}

void futures() {
  std::promise<int> promise;
  std::future<int> result = promise.get_future();
  promise.set_value(7);
  std::cout << result.valid() << ' ' << result.get() << ' ' << result.valid() << '\n';
  std::cout << std::async(std::launch::deferred, [](int x) { return x * 2; }, 21).get() << '\n';
  std::packaged_task<std::string(int)> task([](int x) { return std::string(static_cast<std::size_t>(x), 'z'); });
  auto text = task.get_future();
  task(3);
  std::cout << text.get() << '\n';
  std::promise<void> failing;
  failing.set_exception(std::make_exception_ptr(std::runtime_error("no luck")));
  try {
    failing.get_future().get();
  } catch (const std::runtime_error& error) {
    std::cout << error.what() << '\n';
  }
  auto broken = std::make_unique<std::promise<int>>();
  auto left = broken->get_future();
  broken.reset();
  try {
    left.get();
  } catch (const std::future_error& error) {
    std::cout << error.what() << ' ' << error.code().message() << ' ' << error.code().category().name() << '\n';
  }
  std::condition_variable condition;
  condition.notify_one();
  condition.notify_all();
}

void names() {
  int status = 1;
  char* name = abi::__cxa_demangle("_ZN3cfg5parseEPKci", nullptr, nullptr, &status);
  std::cout << name << ' ' << status << '\n';
  std::size_t room = 3;
  char* small = static_cast<char*>(std::malloc(room));
  small = abi::__cxa_demangle("i", small, &room, &status);
  std::cout << small << ' ' << room << '\n';
  std::free(small);
  std::free(name);
  std::cout << (abi::__cxa_demangle("_Zwrong", nullptr, nullptr, &status) == nullptr) << ' ' << status << '\n';
}

void resources() {
  int asked = 0;
  struct Counting final : std::pmr::memory_resource {
    explicit Counting(int& count) : count_(count) {}
    void* do_allocate(std::size_t bytes, std::size_t alignment) override {
      ++count_;
      return std::pmr::new_delete_resource()->allocate(bytes, alignment);
    }
    void do_deallocate(void* block, std::size_t bytes, std::size_t alignment) override {
      --count_;
      std::pmr::new_delete_resource()->deallocate(block, bytes, alignment);
    }
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }
    int& count_;
  } counting(asked);
  {
    char first[64];
    std::pmr::monotonic_buffer_resource buffer(first, sizeof first, &counting);
    std::pmr::vector<std::pmr::string> texts(&buffer);
    for (int i = 0; i < 5; ++i) texts.emplace_back(static_cast<std::size_t>(20 + i), 'x');
    std::cout << texts.back().size() << ' ' << (asked > 0) << '\n';
  }
  std::cout << asked << ' ' << (std::pmr::get_default_resource() == std::pmr::new_delete_resource()) << '\n';
  try {
    std::pmr::vector<int> none(3, std::pmr::null_memory_resource());
  } catch (const std::bad_alloc&) {
    std::cout << "nothing there\n";
  }
}

void numbers() {
  const std::complex<double> z(3, -4);
  std::cout << std::abs(z) << ' ' << std::arg(std::complex<double>(0, 1)) << ' ' << std::norm(z) << ' ' << std::conj(z)
            << ' ' << z * z + 1.0 << '\n';
}

} // namespace

int main() {
  order();
  expressions();
  dates();
  futures();
  names();
  resources();
  numbers();
}
