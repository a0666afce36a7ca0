#pragma once

// The type infos of the Itanium C++ ABI: their names and members are the ABI's, what they do is not. No
// source that includes this includes <cxxabi.h>.

#include "analysis/exec/runtime/cxx/engine.h"

#include <cstdint>

namespace __cxxabiv1 {

class __fundamental_type_info : public std::type_info {
public:
  ~__fundamental_type_info() override;
};

class __array_type_info : public std::type_info {
public:
  ~__array_type_info() override;
};

class __function_type_info : public std::type_info {
public:
  ~__function_type_info() override;
  bool __is_function_p() const override;
};

class __enum_type_info : public std::type_info {
public:
  ~__enum_type_info() override;
};

class __class_type_info;

/// A base in an object of a class.
struct BaseOf {
  const __class_type_info* type;
  const void* address; ///< null: it is virtual, and there is no object
  bool isPublic;
  bool isVirtual;
};

/// A class without bases.
class __class_type_info : public std::type_info {
public:
  ~__class_type_info() override;
  bool __do_catch(const std::type_info* thrown, void** object, unsigned outer) const override;
  bool __do_upcast(const __class_type_info* wanted, void** object) const override;
  [[nodiscard]] virtual unsigned baseCount() const;
  /// `object` is one of the class.
  [[nodiscard]] virtual BaseOf base(unsigned number, const void* object) const;
};

/// One public base, not virtual, at the start.
class __si_class_type_info : public __class_type_info {
public:
  ~__si_class_type_info() override;
  [[nodiscard]] unsigned baseCount() const override;
  [[nodiscard]] BaseOf base(unsigned number, const void* object) const override;

  const __class_type_info* __base_type;
};

struct __base_class_type_info {
  const __class_type_info* __base_type;
  long __offset_flags; ///< bit 0: virtual, bit 1: public; from bit 8: its offset, or that of its offset in
                       ///< the vtable
};

class __vmi_class_type_info : public __class_type_info {
public:
  ~__vmi_class_type_info() override;
  [[nodiscard]] unsigned baseCount() const override;
  [[nodiscard]] BaseOf base(unsigned number, const void* object) const override;

  unsigned __flags;
  unsigned __base_count;
  __base_class_type_info __base_info[1];
};

/// A pointer, or a pointer to a member.
class __pbase_type_info : public std::type_info {
public:
  enum Masks : unsigned {
    constMask = 1,
    qualifierMask = 7, ///< const, volatile, restrict
    lessMask = 0x60,   ///< transaction-safe and noexcept functions, which convert to those that are not
  };
  ~__pbase_type_info() override;
  bool __do_catch(const std::type_info* thrown, void** object, unsigned outer) const override;
  /// Of a type of the same kind whose qualifiers convert.
  [[nodiscard]] virtual bool catchesTarget(const __pbase_type_info* thrown, void** object,
                                           unsigned outer) const;

  unsigned __flags;
  const std::type_info* __pointee;
};

class __pointer_type_info : public __pbase_type_info {
public:
  ~__pointer_type_info() override;
  bool __is_pointer_p() const override;
  [[nodiscard]] bool catchesTarget(const __pbase_type_info* thrown, void** object,
                                   unsigned outer) const override;
};

class __pointer_to_member_type_info : public __pbase_type_info {
public:
  ~__pointer_to_member_type_info() override;
  [[nodiscard]] bool catchesTarget(const __pbase_type_info* thrown, void** object,
                                   unsigned outer) const override;

  const __class_type_info* __context;
};

} // namespace __cxxabiv1
