// <memory>

#include <memory>

namespace std {

bad_weak_ptr::~bad_weak_ptr() noexcept = default;
const char* bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }

/// The object of make_shared is asked for by this type.
bool _Sp_make_shared_tag::_S_eq(const type_info& type) noexcept { return type == typeid(_Sp_make_shared_tag); }

} // namespace std
