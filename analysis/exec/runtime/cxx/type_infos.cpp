// Type infos, and which type catches which.

#include "analysis/exec/runtime/cxx/type_infos.h"

namespace std {

type_info::~type_info() = default;
bool type_info::__is_pointer_p() const { return false; }
bool type_info::__is_function_p() const { return false; }
bool type_info::__do_catch(const type_info* thrown, void**, unsigned) const { return *this == *thrown; }
bool type_info::__do_upcast(const __cxxabiv1::__class_type_info*, void**) const { return false; }

} // namespace std

namespace __cxxabiv1 {

__fundamental_type_info::~__fundamental_type_info() = default;
__array_type_info::~__array_type_info() = default;
__function_type_info::~__function_type_info() = default;
__enum_type_info::~__enum_type_info() = default;
__class_type_info::~__class_type_info() = default;
__si_class_type_info::~__si_class_type_info() = default;
__vmi_class_type_info::~__vmi_class_type_info() = default;
__pbase_type_info::~__pbase_type_info() = default;
__pointer_type_info::~__pointer_type_info() = default;
__pointer_to_member_type_info::~__pointer_to_member_type_info() = default;

bool __function_type_info::__is_function_p() const { return true; }
bool __pointer_type_info::__is_pointer_p() const { return true; }

// --- bases ---

unsigned __class_type_info::baseCount() const { return 0; }
BaseOf __class_type_info::base(unsigned, const void*) const { return {}; }

unsigned __si_class_type_info::baseCount() const { return 1; }
BaseOf __si_class_type_info::base(unsigned, const void* object) const { return {__base_type, object, true, false}; }

unsigned __vmi_class_type_info::baseCount() const { return __base_count; }

BaseOf __vmi_class_type_info::base(unsigned number, const void* object) const {
  constexpr int offsetShift = 8;
  const __base_class_type_info& info = __base_info[number];
  const bool isVirtual = (info.__offset_flags & 1) != 0;
  const bool isPublic = (info.__offset_flags & 2) != 0;
  long offset = info.__offset_flags >> offsetShift;
  if (object && isVirtual) offset = *reinterpret_cast<const long*>(*static_cast<const char* const*>(object) + offset);
  const void* address = object ? static_cast<const char*>(object) + offset : nullptr;
  return {info.__base_type, address, isPublic, isVirtual};
}

namespace {

/// All bases of a type in an object.
struct Search {
  const __class_type_info* wanted;
  const void* address = nullptr;
  bool isFound = false, isPublic = false, isAmbiguous = false;

  /// `lastVirtual`: without an object, what tells two bases of a type apart is the virtual base that they are
  /// in.
  void look(const __class_type_info* type, const void* object, bool isPublicHere, const void* lastVirtual) {
    if (*type == *wanted) {
      const void* place = object ? object : lastVirtual;
      if (isFound && (place != address || !place)) isAmbiguous = true;
      isPublic = isPublic || isPublicHere;
      isFound = true;
      address = place;
      return;
    }
    for (unsigned i = 0; i < type->baseCount(); ++i) {
      const BaseOf base = type->base(i, object);
      look(base.type, base.address, isPublicHere && base.isPublic, base.isVirtual ? base.type : lastVirtual);
    }
  }
};

} // namespace

bool __class_type_info::__do_upcast(const __class_type_info* wanted, void** object) const {
  Search search{wanted};
  search.look(this, *object, true, nullptr);
  if (!search.isFound || search.isAmbiguous || !search.isPublic) return false;
  if (*object) *object = const_cast<void*>(search.address);
  return true;
}

// --- catching ---

// `outer` counts the pointers around the type, twice, and is odd as long as all of them but the outermost are
// const.

bool __class_type_info::__do_catch(const std::type_info* thrown, void** object, unsigned outer) const {
  constexpr unsigned behindTwoPointers = 4;
  if (*this == *thrown) return true;
  return outer < behindTwoPointers && thrown->__do_upcast(this, object);
}

bool __pbase_type_info::__do_catch(const std::type_info* thrown, void** object, unsigned outer) const {
  if (*this == *thrown) return true;
  if (*thrown == typeid(nullptr)) { // converts to any pointer
    const auto* toMember = dynamic_cast<const __pointer_to_member_type_info*>(this);
    static const std::intptr_t noMember = -1;
    static const std::intptr_t noFunction[2] = {0, 0};
    if (!toMember) *object = nullptr;
    else if (__pointee->__is_function_p()) *object = const_cast<std::intptr_t*>(noFunction);
    else *object = const_cast<std::intptr_t*>(&noMember);
    return true;
  }
  if (typeid(*this) != typeid(*thrown) || (outer & 1) == 0) return false;
  const auto* pointer = static_cast<const __pbase_type_info*>(thrown);
  if ((pointer->__flags & qualifierMask & ~__flags) != 0) return false; // it would lose a qualifier
  if ((__flags & lessMask & ~pointer->__flags) != 0) return false;
  if ((__flags & constMask) == 0) outer &= ~1U;
  return catchesTarget(pointer, object, outer);
}

bool __pbase_type_info::catchesTarget(const __pbase_type_info* thrown, void** object, unsigned outer) const {
  return __pointee->__do_catch(thrown->__pointee, object, outer + 2);
}

bool __pointer_type_info::catchesTarget(const __pbase_type_info* thrown, void** object, unsigned outer) const {
  if (outer < 2 && *__pointee == typeid(void)) return !thrown->__pointee->__is_function_p();
  return __pbase_type_info::catchesTarget(thrown, object, outer);
}

bool __pointer_to_member_type_info::catchesTarget(const __pbase_type_info* thrown, void** object,
                                                  unsigned outer) const {
  const auto* member = static_cast<const __pointer_to_member_type_info*>(thrown);
  return *__context == *member->__context && __pbase_type_info::catchesTarget(thrown, object, outer);
}

} // namespace __cxxabiv1
