// Rules of Select and Store.
#include "analysis/logic/simplifier.h"

#include <array>

namespace beagle::logic {

namespace {

/// How far a Select looks down a chain of Stores.
constexpr int storesPassed = 1024;

} // namespace

Term Simplifier::select(Term array, Term index) {
  const std::uint32_t elementWidth = width(array);
  for (int i = 0; i < storesPassed && is(Op::Store, array); ++i) {
    const Term same = m_.equal(at(array, 1), index);
    if (m_.isTrue(same)) return fire(Rule::SelectStored, at(array, 2));
    if (!m_.isFalse(same)) break;
    array = fire(Rule::SelectPastStore, at(array, 0));
  }
  if (is(Op::ConstArray, array)) return fire(Rule::SelectConstArray, at(array, 0));
  if (is(Op::Table, array) && isConstant(index)) {
    const auto elements = m_.tableElements(array);
    const BitVector place = m_.bits(index);
    const bool inside = place.fits64() && place.low64() < elements.size();
    return fire(Rule::SelectTable, m_.constant(elementWidth, inside ? elements[place.low64()] : 0));
  }
  return raw(Op::Select, Sort::bits(elementWidth), array, index);
}

Term Simplifier::store(Term array, Term index, Term element) {
  if (is(Op::Store, array) && at(array, 1) == index)
    return fire(Rule::StoreTwice, m_.store(at(array, 0), index, element));
  if (is(Op::Select, element) && at(element, 0) == array && at(element, 1) == index)
    return fire(Rule::StoreSelected, array);
  if (is(Op::ConstArray, array) && at(array, 0) == element) return fire(Rule::StoreSameElement, array);
  const std::array operands{array, index, element};
  return m_.make(Op::Store, m_.sort(array), operands, 0, 0);
}

} // namespace beagle::logic
