// dynamic_cast, and typeid of nothing.

#include "analysis/exec/runtime/cxx/type_infos.h"

using namespace __cxxabiv1;

namespace {

/// What stands in front of the functions of a vtable.
struct VtableHead {
  std::ptrdiff_t toWhole;
  const __class_type_info* type;
};

/// Looks at all bases of a whole object for the place of the source and for all places of the target.
struct Cast {
  const void* source;
  const __class_type_info* sourceType;
  const __class_type_info* targetType;

  bool isSourcePublic = false; ///< in the whole
  const void* down = nullptr;  ///< the target that the source is a base of
  bool isDownPublic = false, isDownAmbiguous = false;
  const void* across = nullptr; ///< the target
  bool isAcrossPublic = false, isAcrossAmbiguous = false;

  /// `target`: the object of the target's type that this is a part of, and whether publicly.
  void look(const __class_type_info* type, const void* object, bool isPublic, const void* target,
            bool isPublicInTarget) {
    if (*type == *targetType) {
      if (across && across != object) isAcrossAmbiguous = true;
      across = object;
      isAcrossPublic = isAcrossPublic || isPublic;
      target = object;
      isPublicInTarget = true;
    }
    if (object == source && *type == *sourceType) {
      isSourcePublic = isSourcePublic || isPublic;
      if (target) {
        if (down && down != target) isDownAmbiguous = true;
        down = target;
        isDownPublic = isDownPublic || isPublicInTarget;
      }
    }
    for (unsigned i = 0; i < type->baseCount(); ++i) {
      const BaseOf base = type->base(i, object);
      look(base.type, base.address, isPublic && base.isPublic, target, isPublicInTarget && base.isPublic);
    }
  }
};

} // namespace

extern "C" {

void* __dynamic_cast(const void* source, const __class_type_info* sourceType, const __class_type_info* targetType,
                     std::ptrdiff_t) {
  const auto* vtable = *static_cast<const VtableHead* const*>(source) - 1;
  const void* whole = static_cast<const char*>(source) + vtable->toWhole;
  // While a base is constructed, the whole is the base.
  const __class_type_info* wholeType = (*static_cast<const VtableHead* const*>(whole) - 1)->type;
  if (*wholeType != *vtable->type) return nullptr;
  Cast cast{source, sourceType, targetType};
  cast.look(wholeType, whole, true, nullptr, false);
  if (cast.down && cast.isDownPublic && !cast.isDownAmbiguous) return const_cast<void*>(cast.down);
  const bool isAcross = cast.isSourcePublic && cast.across && cast.isAcrossPublic && !cast.isAcrossAmbiguous;
  return isAcross ? const_cast<void*>(cast.across) : nullptr;
}

[[noreturn]] void __cxa_bad_cast() { throw std::bad_cast(); }
[[noreturn]] void __cxa_bad_typeid() { throw std::bad_typeid(); }
}
