#pragma once

#include <cstdint>
#include <utility>

namespace beagle::exec {

/// Base of what states share. States of one exploration live on one thread, so counting is plain.
class Shared {
public:
  Shared() = default;
  Shared(const Shared& /*other*/) {} // a copy starts a life of its own
  Shared& operator=(const Shared&) = delete;

private:
  template <class> friend class Ref;
  mutable std::uint32_t references_ = 0;
};

/// Counted reference; `own` gives a copy of one's own before writing.
template <class T> class Ref {
public:
  Ref() = default;
  explicit Ref(T* target) : target_(target) { take(); }
  Ref(const Ref& other) : target_(other.target_) { take(); }
  Ref(Ref&& other) noexcept : target_(std::exchange(other.target_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(target_, other.target_);
    return *this;
  }
  ~Ref() {
    if (target_ && --target_->references_ == 0) delete target_;
  }

  template <class... Args> [[nodiscard]] static Ref make(Args&&... args) {
    return Ref(new T(std::forward<Args>(args)...));
  }

  [[nodiscard]] const T* get() const { return target_; }
  const T* operator->() const { return target_; }
  const T& operator*() const { return *target_; }
  explicit operator bool() const { return target_ != nullptr; }
  [[nodiscard]] bool isShared() const { return target_ && target_->references_ > 1; }

  /// The target for writing: a copy when somebody else can see it.
  [[nodiscard]] T& own() {
    if (target_->references_ > 1) *this = Ref(new T(*target_));
    return *target_;
  }

  /// For whoever knows that the target is not shared.
  [[nodiscard]] T& mutableTarget() { return *target_; }

  friend bool operator==(const Ref&, const Ref&) = default;

private:
  void take() const {
    if (target_) ++target_->references_;
  }
  T* target_ = nullptr;
};

} // namespace beagle::exec
