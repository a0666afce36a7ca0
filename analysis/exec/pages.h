#pragma once

#include "analysis/exec/ref.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace beagle::exec {

/// Many elements, most of which are alike: those have no memory, and copies share what neither has written since, page
/// by page. Few are kept side by side and copied as a whole.
template <class T> class Pages {
public:
  Pages() = default;
  Pages(std::uint64_t size, T value) { assign(size, value); }

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] T operator[](std::uint64_t i) const {
    if (pages_.empty()) [[likely]]
      return few_[i];
    const Page* page = pages_[i / perPage].get();
    return page ? page->elements[i % perPage] : common_;
  }
  void set(std::uint64_t i, T value) { *own(i) = value; }

  /// All of them are `value`.
  void assign(std::uint64_t size, T value) {
    *this = Pages();
    size_ = size;
    common_ = value;
    if (size <= mostFew) few_.assign(size, value);
    else pages_.resize(pagesFor(size));
  }
  void clear() { *this = Pages(); }
  /// Those that are added are `value`.
  void resize(std::uint64_t size, T value) {
    Pages old = std::move(*this);
    assign(size, old.empty() ? value : old.common_);
    copy(old, 0, 0, std::min(size, old.size_));
    if (size > old.size_) fill(old.size_, size, value);
  }

  /// Those in [from, to).
  void fill(std::uint64_t from, std::uint64_t to, T value) {
    if (pages_.empty()) {
      std::fill(few_.begin() + static_cast<std::ptrdiff_t>(from), few_.begin() + static_cast<std::ptrdiff_t>(to),
                value);
      return;
    }
    Ref<Page> whole; // one for all
    for (std::uint64_t at = from; at < to;) {
      const std::uint64_t end = std::min(to, pageEnd(at));
      Ref<Page>& page = pages_[at / perPage];
      if (at % perPage == 0 && end == pageEnd(at)) {
        if (value != common_ && !whole) whole = Ref<Page>::make(value);
        page = whole;
      } else if (page || value != common_) {
        T* const first = own(at);
        std::fill(first, first + (end - at), value);
      }
      at = end;
    }
  }

  /// Elements of another one.
  void copy(const Pages& from, std::uint64_t source, std::uint64_t target, std::uint64_t count) {
    while (count > 0) {
      const std::uint64_t some = std::min({count, from.pageEnd(source) - source, pageEnd(target) - target});
      if (from.hasMemory(source)) {
        if (isWholePage(target, some) && from.isWholePage(source, some))
          pages_[target / perPage] = from.pages_[source / perPage];
        else std::copy_n(from.at(source), some, own(target));
      } else {
        fill(target, target + some, from.common_);
      }
      source += some;
      target += some;
      count -= some;
    }
  }

  void read(std::uint64_t from, std::uint64_t count, T* to) const {
    if (pages_.empty()) [[likely]] {
      if (count > 0) std::memcpy(to, few_.data() + from, count * sizeof(T));
      return;
    }
    if (count > 0 && from % perPage + count <= perPage && pages_[from / perPage]) std::copy_n(at(from), count, to);
    else
      for (std::uint64_t i = 0; i < count; ++i) to[i] = (*this)[from + i];
  }
  void write(std::uint64_t to, std::uint64_t count, const T* from) {
    if (pages_.empty()) [[likely]] {
      if (count > 0) std::memcpy(few_.data() + to, from, count * sizeof(T));
      return;
    }
    for (std::uint64_t at = to; at < to + count;) {
      const std::uint64_t some = std::min(to + count, pageEnd(at)) - at;
      std::copy_n(from + (at - to), some, own(at));
      at += some;
    }
  }

  /// Whether parts of two are alike.
  [[nodiscard]] bool isEqual(std::uint64_t from, const Pages& other, std::uint64_t its, std::uint64_t count) const {
    while (count > 0) {
      const std::uint64_t some = std::min({count, pageEnd(from) - from, other.pageEnd(its) - its});
      const T* const mine = hasMemory(from) ? at(from) : nullptr;
      const T* const theirs = other.hasMemory(its) ? other.at(its) : nullptr;
      const auto all = [some](const T* part, T value) {
        return std::all_of(part, part + some, [value](T one) { return one == value; });
      };
      const bool same = mine && theirs ? mine == theirs || std::equal(mine, mine + some, theirs)
                        : mine         ? all(mine, other.common_)
                        : theirs       ? all(theirs, common_)
                                       : common_ == other.common_;
      if (!same) return false;
      from += some;
      its += some;
      count -= some;
    }
    return true;
  }

  /// The first one from `from` on that is not `value`; `to` when there is none.
  [[nodiscard]] std::uint64_t firstOther(std::uint64_t from, std::uint64_t to, T value) const {
    for (std::uint64_t i = from; i < to;) {
      const std::uint64_t end = std::min(to, pageEnd(i));
      if (!hasMemory(i)) {
        if (common_ != value) return i;
      } else {
        const T* const first = at(i);
        const T* const found = std::find_if(first, first + (end - i), [value](T one) { return one != value; });
        if (found != first + (end - i)) return i + static_cast<std::uint64_t>(found - first);
      }
      i = end;
    }
    return to;
  }
  /// The end of the page there, if both share it; else `from`.
  [[nodiscard]] std::uint64_t sharedUntil(const Pages& other, std::uint64_t from) const {
    const bool isShared = from < size_ && !pages_.empty() && size_ == other.size_ && common_ == other.common_ &&
                          pages_[from / perPage] == other.pages_[from / perPage];
    return isShared ? std::min(size_, pageEnd(from)) : from;
  }

  /// Calls `visit(i, value)` for all that have memory, in order.
  template <class Visit> void forEach(Visit visit) const {
    for (std::uint64_t i = 0; i < size_;) {
      const std::uint64_t end = std::min(size_, pageEnd(i));
      if (!hasMemory(i)) {
        i = end;
        continue;
      }
      for (const T* one = at(i); i < end; ++i, ++one) visit(i, *one);
    }
  }
  [[nodiscard]] std::size_t bytes() const { ///< memory held
    const auto used = std::ranges::count_if(pages_, [](const Ref<Page>& page) { return static_cast<bool>(page); });
    return few_.capacity() * sizeof(T) + pages_.capacity() * sizeof(Ref<Page>) +
           static_cast<std::size_t>(used) * sizeof(Page);
  }

private:
  static constexpr std::uint64_t perPage = 4096 / sizeof(T);
  static constexpr std::uint64_t mostFew = 4096;
  struct Page : Shared {
    explicit Page(T value) { elements.fill(value); }
    std::array<T, perPage> elements;
  };

  [[nodiscard]] static std::uint64_t pagesFor(std::uint64_t size) { return (size + perPage - 1) / perPage; }
  [[nodiscard]] std::uint64_t pageEnd(std::uint64_t i) const {
    return pages_.empty() ? size_ : (i / perPage + 1) * perPage;
  }
  [[nodiscard]] bool isWholePage(std::uint64_t i, std::uint64_t count) const {
    return !pages_.empty() && i % perPage == 0 && count == perPage;
  }
  [[nodiscard]] bool hasMemory(std::uint64_t i) const { return pages_.empty() || pages_[i / perPage]; }
  /// Up to its page's end, which has memory.
  [[nodiscard]] const T* at(std::uint64_t i) const {
    return pages_.empty() ? few_.data() + i : pages_[i / perPage]->elements.data() + i % perPage;
  }
  [[nodiscard]] T* own(std::uint64_t i) {
    if (pages_.empty()) return few_.data() + i;
    Ref<Page>& page = pages_[i / perPage];
    if (!page) page = Ref<Page>::make(common_);
    return page.own().elements.data() + i % perPage;
  }

  std::uint64_t size_ = 0;
  T common_{}; ///< what an element without memory is
  std::vector<T> few_;
  std::vector<Ref<Page>> pages_; ///< empty: they stand in few_
};

} // namespace beagle::exec
