#include "analysis/exec/runtime/cxx/facets.h"

#include "analysis/exec/runtime/cxx/undestroyed.h"

namespace beagle {

namespace {

/// One that no locale destroys either.
template <class Facet, class... Arguments> const Facet* facet(Arguments... arguments) {
  return &undestroyed<Facet>(arguments..., 1);
}

} // namespace

void forEachFacet(void (*visit)(const std::locale::id& id, const std::locale::facet* facet)) {
  visit(std::ctype<char>::id, facet<std::ctype<char>>(nullptr, false));
  visit(std::collate<char>::id, facet<std::collate<char>>());
  visit(std::codecvt<char, char, std::mbstate_t>::id, facet<std::codecvt<char, char, std::mbstate_t>>());
  visit(std::numpunct<char>::id, facet<std::numpunct<char>>());
  visit(std::num_get<char>::id, facet<std::num_get<char>>());
  visit(std::num_put<char>::id, facet<std::num_put<char>>());
  visit(std::__timepunct<char>::id, facet<std::__timepunct<char>>());
  visit(std::time_get<char>::id, facet<std::time_get<char>>());
  visit(std::time_put<char>::id, facet<std::time_put<char>>());
}

} // namespace beagle
