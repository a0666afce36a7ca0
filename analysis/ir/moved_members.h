#pragma once

#include "analysis/support/error.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace beagle::ir {

struct MovedUnit {
  std::string bitcode;
  std::set<std::string> functions; ///< symbols of those that are other code now
};
/// A unit's bitcode in which the members of records lie where those of the same names do in another version of it, so
/// that code which only goes by their names is the same code. Nothing when they lie there as it is.
///
/// It is made to be compared, not to be run: how large a record is stays as it was where the code says that as a
/// number, other than to fill or copy all of it. A function that has a member which the other version has not calls
/// something that no other one does.
[[nodiscard]] support::Result<std::optional<MovedUnit>> withMembersAsIn(std::string_view bitcode,
                                                                        std::string_view other);

} // namespace beagle::ir
