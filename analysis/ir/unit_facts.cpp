#include "analysis/ir/unit_facts.h"

#include "analysis/support/pack.h"

namespace beagle::ir {

static void members(auto& pack, FieldOrder& o) { pack(o.by, o.record, o.fields); }
static void members(auto& pack, WrittenParameter& p) { pack(p.name, p.type, p.promises); }
static void members(auto& pack, Declaration& d) { pack(d.kind, d.name, d.type, d.promises, d.file, d.line); }
static void members(auto& pack, DefaultUse& d) { pack(d.callee, d.parameter, d.value); }
static void members(auto& pack, TextRange& r) { pack(r.line, r.column, r.endLine, r.endColumn); }
static void members(auto& pack, FunctionUse& u) { pack(u.source, u.onlyNamed); }
static void members(auto& pack, Condition& c) { pack(c.line, c.endLine, c.holds); }
static void members(auto& pack, Choice& c) { pack(c.of, c.text, c.taken); }
static void members(auto& pack, UnitFile& f) { pack(f.path, f.skipped, f.conditions, f.choices); }

static void members(auto& pack, FunctionFacts& f) {
  pack(f.symbol, f.linkage, f.source, f.digest, f.shape, f.symbols, f.traits, f.instance, f.instructions, f.orders);
}

static void members(auto& pack, GlobalFacts& g) {
  pack(g.symbol, g.linkage, g.item, g.constant, g.digest, g.shape, g.symbols, g.traits, g.isFunction);
}

static void members(auto& pack, StartStep& s) { pack(s.function, s.variable, s.priority, s.isAtEnd); }

static void members(auto& pack, WrittenFunction& s) {
  pack(s.name, s.signature, s.result, s.parameters, s.templateParameters, s.file, s.line, s.endLine, s.body, s.isInline,
       s.isStatic, s.isTemplate, s.isMember, s.returnsRecord, s.readsLine, s.readsFile, s.readsName, s.madeTexts,
       s.members, s.templateMembers, s.uses, s.evaluates, s.isEvaluated, s.isNamed, s.defaults, s.promises,
       s.declarations, s.orders, s.outlineAt);
}

static void members(auto& pack, Item& i) {
  pack(i.kind, i.name, i.file, i.line, i.endLine, i.digest, i.parts, i.uses, i.orders);
}

static void members(auto& pack, UnitFacts& f) {
  pack(f.files, f.sources, f.functions, f.globals, f.items, f.declarations, f.start, f.holdsLineNumbers);
}

std::string packed(const UnitFacts& facts) {
  support::Packer pack;
  pack(facts);
  return std::move(pack.bytes);
}

support::Result<UnitFacts> unpackFacts(std::string_view bytes) {
  support::Unpacker unpack(bytes);
  UnitFacts facts;
  unpack(facts);
  if (unpack.damaged || !unpack.bytes.empty()) return support::cannotRun("damaged unit facts");
  return facts;
}

} // namespace beagle::ir
