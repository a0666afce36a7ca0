#pragma once

#include "test/oracle/node.h"
#include "test/oracle/random.h"

namespace beagle::oracle {

// One rewrite of the node itself, if one fits, that changes nothing that can be observed.

[[nodiscard]] bool rewriteExpression(Node& node, Random& random);
[[nodiscard]] bool rewriteStatement(Node& node, Random& random);
[[nodiscard]] bool rewriteLoop(Node& node, Random& random);

} // namespace beagle::oracle
