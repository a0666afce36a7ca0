#include "analysis/report/access_path.h"

#include <gtest/gtest.h>

namespace beagle::report {
namespace {

TEST(AccessPath, GoesWithoutWhatTheLibraryKeepsInside) {
  EXPECT_EQ(
      withoutInternals("a.all_._M_t.std::__uniq_ptr_impl<B, std::default_delete<B> >._M_t.std::_Tuple_impl<0UL, B *, "
                       "std::default_delete<B> >.std::_Head_base<0UL, B *, false>._M_head_impl[0].size"),
      "a.all_[0].size");
  EXPECT_EQ(withoutInternals("names.std::_Vector_base<int, std::allocator<int> >._M_impl.first"), "names.first");
}

TEST(AccessPath, KeepsItsLastPieceAndWhatIsTheProgramsOwn) {
  EXPECT_EQ(withoutInternals("a.names._M_impl._M_map"), "a.names._M_map");
  EXPECT_EQ(withoutInternals("a.names._M_impl._M_node"), "a.names._M_node");
  EXPECT_EQ(withoutInternals("_M_t.own::Base<int>.x[2].y_"), "_M_t.own::Base<int>.x[2].y_");
  EXPECT_EQ(withoutInternals("a._start.x"), "a._start.x");
}

TEST(AccessPath, IsFoundInASentence) {
  EXPECT_EQ(withoutInternals("a.b._M_t.std::_X<int, 3>._M_p[0].d has at most 32 elements, 3 < 4 of a.b._M_t._M_q"),
            "a.b[0].d has at most 32 elements, 3 < 4 of a.b._M_t._M_q");
  EXPECT_EQ(withoutInternals("x < 3 and a._M_t.b"), "x < 3 and a._M_t.b") << "no bracket ends: left as it is";
  EXPECT_EQ(withoutInternals(""), "");
}

TEST(AccessPath, CallsGlobalsWhatTheSourceDoes) {
  EXPECT_EQ(withoutInternals("::_ZL4once has not been called"), "::once has not been called");
  EXPECT_EQ(withoutInternals("::_ZZN3re23RE24InitEiRKiE5empty._M_once"), "::re2::RE2::Init::empty._M_once");
  EXPECT_EQ(withoutInternals("&_ZN12_GLOBAL__N_15tableE[80]"), "&(anonymous namespace)::table[80]");
  EXPECT_EQ(withoutInternals("::my_ZL4once, ::_Z and ::_ZQ"), "::my_ZL4once, ::_Z and ::_ZQ");
}

TEST(AccessPath, SentencesAboutElementsBecomeOne) {
  const std::vector<std::string> texts{"p[0].a[0].b has at most 8 elements", "q[1] is long",
                                       "p[0].a[1].b has at most 8 elements", "p[0].a[0].b has at most 9 elements",
                                       "p[0].a[12].b has at most 8 elements"};
  EXPECT_EQ(togetherOverElements(texts), (std::vector<std::string>{"p[0].a[*].b has at most 8 elements", "q[1] is long",
                                                                   "p[0].a[0].b has at most 9 elements"}));
  const std::vector<std::string> odd{"a[x] of b[", "a[] of b[0", "a[x] of b["};
  EXPECT_EQ(togetherOverElements(odd), (std::vector<std::string>{"a[x] of b[", "a[] of b[0"}));
}

} // namespace
} // namespace beagle::report
