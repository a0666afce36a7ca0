#include "analysis/ir/unit_facts.h"

#include "analysis/support/text.h"

#include <nlohmann/json.hpp>

namespace beagle::ir {

using nlohmann::json;

// Stored as arrays: the files are many and read on every run, field names would be most of them.

static void to_json(json& out, const WrittenParameter& p) { out = json::array({p.name, p.type}); }
static void from_json(const json& in, WrittenParameter& p) {
  in.at(0).get_to(p.name);
  in.at(1).get_to(p.type);
}

static void to_json(json& out, const FunctionFacts& f) {
  out = json::array({f.symbol, static_cast<int>(f.linkage), f.source, f.digest, f.shape, f.symbols, f.instance,
                     f.instructions});
}
static void from_json(const json& in, FunctionFacts& f) {
  in.at(0).get_to(f.symbol);
  f.linkage = static_cast<Linkage>(in.at(1).get<int>());
  in.at(2).get_to(f.source);
  in.at(3).get_to(f.digest);
  in.at(4).get_to(f.shape);
  in.at(5).get_to(f.symbols);
  in.at(6).get_to(f.instance);
  in.at(7).get_to(f.instructions);
}

static void to_json(json& out, const GlobalFacts& g) {
  out = json::array({g.symbol, static_cast<int>(g.linkage), g.item, g.constant, g.digest, g.shape, g.symbols});
}
static void from_json(const json& in, GlobalFacts& g) {
  in.at(0).get_to(g.symbol);
  g.linkage = static_cast<Linkage>(in.at(1).get<int>());
  in.at(2).get_to(g.item);
  in.at(3).get_to(g.constant);
  in.at(4).get_to(g.digest);
  in.at(5).get_to(g.shape);
  in.at(6).get_to(g.symbols);
}

static void to_json(json& out, const DefaultUse& d) { out = json::array({d.callee, d.parameter, d.value}); }
static void from_json(const json& in, DefaultUse& d) {
  in.at(0).get_to(d.callee);
  in.at(1).get_to(d.parameter);
  in.at(2).get_to(d.value);
}

static void to_json(json& out, const WrittenFunction& s) {
  const int flags = (s.isInline ? 1 : 0) | (s.isStatic ? 2 : 0) | (s.isTemplate ? 4 : 0) | (s.isMember ? 8 : 0) |
                    (s.readsLine ? 16 : 0);
  out = json::array({s.name, s.signature, s.result, s.parameters, support::bytesToText(s.file), s.line, s.endLine, flags, s.uses,
                     s.outlineAt, s.madeTexts, s.templateParameters, s.defaults});
}
static void from_json(const json& in, WrittenFunction& s) {
  in.at(0).get_to(s.name);
  in.at(1).get_to(s.signature);
  in.at(2).get_to(s.result);
  in.at(3).get_to(s.parameters);
  s.file = support::textToBytes(in.at(4).get_ref<const std::string&>());
  in.at(5).get_to(s.line);
  in.at(6).get_to(s.endLine);
  const int flags = in.at(7).get<int>();
  s.isInline = (flags & 1) != 0;
  s.isStatic = (flags & 2) != 0;
  s.isTemplate = (flags & 4) != 0;
  s.isMember = (flags & 8) != 0;
  s.readsLine = (flags & 16) != 0;
  in.at(8).get_to(s.uses);
  in.at(9).get_to(s.outlineAt);
  in.at(10).get_to(s.madeTexts);
  in.at(11).get_to(s.templateParameters);
  in.at(12).get_to(s.defaults);
}

static void to_json(json& out, const Item& i) {
  out = json::array({static_cast<int>(i.kind), i.name, support::bytesToText(i.file), i.line, i.endLine, i.digest, i.parts, i.uses});
}
static void from_json(const json& in, Item& i) {
  i.kind = static_cast<Item::Kind>(in.at(0).get<int>());
  in.at(1).get_to(i.name);
  i.file = support::textToBytes(in.at(2).get_ref<const std::string&>());
  in.at(3).get_to(i.line);
  in.at(4).get_to(i.endLine);
  in.at(5).get_to(i.digest);
  in.at(6).get_to(i.parts);
  in.at(7).get_to(i.uses);
}

static void to_json(json& out, const UnitFile& f) { out = json::array({support::bytesToText(f.path), f.skipped}); }
static void from_json(const json& in, UnitFile& f) {
  f.path = support::textToBytes(in.at(0).get_ref<const std::string&>());
  in.at(1).get_to(f.skipped);
}

std::string toJson(const UnitFacts& facts) {
  const json document{{"files", facts.files},
                      {"sources", facts.sources},
                      {"functions", facts.functions},
                      {"globals", facts.globals},
                      {"items", facts.items}};
  return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

support::Result<UnitFacts> factsFromJson(std::string_view text) {
  try {
    const json document = json::parse(text);
    UnitFacts facts;
    document.at("files").get_to(facts.files);
    document.at("sources").get_to(facts.sources);
    document.at("functions").get_to(facts.functions);
    document.at("globals").get_to(facts.globals);
    document.at("items").get_to(facts.items);
    return facts;
  } catch (const json::exception& problem) {
    return support::cannotRun("damaged unit facts: {}", problem.what());
  }
}

} // namespace beagle::ir
