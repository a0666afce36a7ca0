#pragma once

#include "analysis/logic/term_manager.h"
#include "analysis/support/error.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::logic {

struct SmtLibOptions {
  std::string logic;     ///< for set-logic; empty: no such command
  bool checkSat = false; ///< end with (check-sat)
};

/// The assertions as an SMT-LIB 2.6 script. Its length is linear in the number of terms: a shared or deep
/// subterm is a define-fun of its own.
///
/// Names are written between bars where they need it; a character that SMT-LIB forbids there (| and \, and %
/// itself) is written as % and two hexadecimal digits. Names that begin with "beagle." are the printer's own:
///
///   beagle.t.N              a shared subterm
///   beagle.table.N          a Table, as stores into zeros
///   beagle.fmod.F           FpRem of format F, by fp.rem: of the magnitudes, plus |y| if that is negative,
///   with
///                           the sign of x. Exact, as fmod's result is always representable
///   beagle.min.F, .max.F    FpMin, FpMax, which leave no choice between the zeros: the second operand
///   beagle.to_sbv.F.N.R     FpToSigned to N bits, rounded by R, 0 when out of range (to_ubv: FpToUnsigned)
///   beagle.from_bits.X87    FpFromBits of the format with an explicit leading bit
///   beagle.to_bits.F        FpToBits, which SMT-LIB lacks: a declared function, and for each use an
///   assertion that
///                           is named |beagle.definition.N|
[[nodiscard]] std::string toSmtLib(const TermManager& manager, std::span<const Term> assertions,
                                   const SmtLibOptions& options = {});

/// The assertions of a script: of ours, or of another one over the same theories. Definitions of the
/// printer's own names are recognised, so what was printed is read as the same terms (a rule may fire where a
/// term was raw). Commands that assert nothing are passed over. `file` is for messages.
[[nodiscard]] support::Result<std::vector<Term>> readSmtLib(TermManager& manager, std::string_view text,
                                                            const std::string& file);

} // namespace beagle::logic
