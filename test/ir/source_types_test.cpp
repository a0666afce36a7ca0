#include "analysis/ir/source_types.h"
#include "test/ir/compiled_units.h"

#include <gmock/gmock.h>

namespace beagle::ir {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using Kind = SourceType::Kind;

class SourceTypesTest : public testing::Test {
protected:
  void compile(const std::string& text, const std::string& name = "unit.c") { link({compileText(text, name)}); }
  void link(const std::vector<std::shared_ptr<BitcodeModule>>& units) {
    program_ = linked(units);
    ASSERT_TRUE(program_);
    types_ = sourceTypes(*program_);
  }
  SourceFunction function(std::string_view name) { return types_->function(program_->find(name).value()); }
  const SourceType& global(std::string_view name) {
    return types_->type(types_->global(program_->findGlobal(name).value()));
  }
  const SourceType& type(TypeIndex index) { return types_->type(index); }

  /// "type name@offset" of each member.
  std::vector<std::string> membersOf(const SourceType& type) {
    std::vector<std::string> result;
    for (const SourceType::Member& member : type.members)
      result.push_back(fmt::format("{} {}@{}{}{}", types_->type(member.type).name, member.name, member.offset,
                                   member.bitSize > 0 ? fmt::format(".{}:{}", member.bitOffset, member.bitSize) : "",
                                   member.isBase ? " base" : ""));
    return result;
  }

  std::shared_ptr<const Program> program_;
  std::unique_ptr<SourceTypes> types_;
};

TEST_F(SourceTypesTest, ParametersAndResult) {
  compile("typedef unsigned long size; const char* find(const char* s, size n, ...) { return s + n; } void "
          "none(void) {}");
  const SourceFunction find = function("find");
  EXPECT_TRUE(find.isKnown);
  EXPECT_TRUE(find.isVariadic);
  ASSERT_EQ(find.parameters.size(), 2U);
  EXPECT_EQ(find.parameters[0].name, "s");
  EXPECT_EQ(type(find.parameters[0].type).name, "const char *");
  EXPECT_EQ(type(find.parameters[0].type).kind, Kind::Pointer);
  EXPECT_TRUE(type(type(find.parameters[0].type).element).isConst);
  EXPECT_EQ(type(find.parameters[1].type).name, "unsigned long");
  EXPECT_EQ(type(find.parameters[1].type).size, 8U);
  EXPECT_EQ(type(find.result).name, "const char *");
  EXPECT_EQ(function("none").result, none);
}

TEST_F(SourceTypesTest, AbstractClassesAndThoseThatBeginWithThem) {
  compile(
      "struct Shape { virtual int area() const = 0; }; struct Other { virtual int o() const { return 2; } };"
      "struct Square : Shape { int side; int area() const override { return side; } };"
      "struct Second : Other, Shape { int area() const override { return o(); } };"
      "struct Shared : virtual Shape { int area() const override { return 1; } };"
      "int of(const Shape& s) { return s.area(); } int all() { Square a; Second b; Shared c; return of(a) + of(b) + "
      "of(c); }",
      "unit.cpp");
  const SourceFunction of = function("_Z2ofRK5Shape");
  const TypeIndex shape = type(of.parameters.at(0).type).element;
  EXPECT_TRUE(type(shape).isAbstract);
  const std::vector<TypeIndex> derived = types_->derived(shape);
  ASSERT_EQ(derived.size(), 1U); // at its beginning, and at a place that is fixed
  EXPECT_EQ(type(derived.front()).name, "Square");
  EXPECT_FALSE(type(derived.front()).isAbstract);
  EXPECT_THAT(types_->derived(derived.front()), IsEmpty());
}

TEST_F(SourceTypesTest, StructsWithBitFieldsUnionsAndArrays) {
  compile("struct s { char c; unsigned a : 3; int b : 7; union { long l; double d; }; int grid[2][3]; struct "
          "s* next; short tail[]; } g;");
  const SourceType& s = global("g");
  EXPECT_EQ(s.kind, Kind::Struct);
  EXPECT_EQ(s.name, "struct s");
  EXPECT_THAT(membersOf(s), ElementsAre("char c@0", "unsigned int a@1.0:3", "int b@1.3:7", " @8", "int[2][3] grid@16",
                                        "struct s * next@40", "short[] tail@48"));
  EXPECT_EQ(type(s.members[3].type).kind, Kind::Union);
  const SourceType& grid = type(s.members[4].type);
  EXPECT_EQ(grid.count, 2U);
  EXPECT_EQ(grid.size, 24U);
  EXPECT_EQ(type(grid.element).count, 3U);
  EXPECT_EQ(type(type(s.members[5].type).element).size, s.size);
}

TEST_F(SourceTypesTest, EnumsBooleansFloatsAndFunctions) {
  compile("enum color { Red, Green = 5, Blue = -1 } e; _Bool b; long double x; unsigned char u; typedef "
          "struct { int i; } named; named n;"
          "int (*f)(int); const int k = 3; int use(void) { return k; }");
  EXPECT_EQ(global("e").kind, Kind::Enum);
  EXPECT_THAT(global("e").enumerators, ElementsAre(Pair("Red", 0), Pair("Green", 5), Pair("Blue", -1)));
  EXPECT_EQ(type(global("e").element).name, "int");
  EXPECT_EQ(global("b").kind, Kind::Boolean);
  EXPECT_EQ(global("x").kind, Kind::Float);
  EXPECT_EQ(global("x").size, 16U);
  EXPECT_EQ(global("u").kind, Kind::Character);
  EXPECT_FALSE(global("u").isSigned);
  EXPECT_EQ(global("n").name, "named");
  EXPECT_EQ(type(global("f").element).kind, Kind::Function);
  EXPECT_TRUE(global("k").isConst);
}

TEST_F(SourceTypesTest, ClassesWithBasesAndVirtualTables) {
  compile("namespace ns { struct Base { virtual ~Base(); int m; }; Base::~Base() {} class Derived : public "
          "Base { int own = 0; static int shared; public: int get(const Base& b) const; };"
          "int Derived::get(const Base& b) const { return own + b.m; } }",
          "unit.cpp");
  const SourceFunction get = function("ns::Derived::get");
  ASSERT_EQ(get.parameters.size(), 2U);
  EXPECT_EQ(get.parameters[0].name, "this");
  EXPECT_EQ(type(get.parameters[1].type).kind, Kind::Reference);
  EXPECT_EQ(type(get.parameters[1].type).name, "const ns::Base &");
  const SourceType& derived = type(type(get.parameters[0].type).element);
  EXPECT_EQ(derived.kind, Kind::Class);
  EXPECT_THAT(membersOf(derived), ElementsAre("ns::Base ns::Base@0 base", "int own@12"));
  EXPECT_EQ(type(derived.members[0].type).members.at(0).name, "_vptr");
}

TEST_F(SourceTypesTest, AForwardDeclarationIsResolvedByAnotherUnit) {
  link({compileText("struct hidden; int peek(struct hidden*); int f(struct hidden* h) { return peek(h); }", "a.c"),
        compileText("struct hidden { int a, b; }; int peek(struct hidden* h) { return h->b; }", "b.c")});
  const SourceType& pointer = type(function("f").parameters.at(0).type);
  EXPECT_THAT(membersOf(type(pointer.element)), ElementsAre("int a@0", "int b@4"));
}

TEST_F(SourceTypesTest, WithoutDebugInfoNothingIsKnown) {
  link({compileText("define i32 @f(i32 %x) {\n ret i32 %x\n}\n", "a.ll")});
  EXPECT_FALSE(function("f").isKnown);
}

/// "source+offset" of each scalar parameter, "*" for its address.
std::vector<std::string> sourcesOf(const Function& body) {
  std::vector<std::string> result;
  for (const Parameter& parameter : body.parameters)
    result.push_back(parameter.isStructResult   ? "result"
                     : parameter.source == none ? "?"
                                                : fmt::format("{}{}+{}", parameter.isIndirect ? "*" : "",
                                                              parameter.source, parameter.sourceOffset));
  return result;
}

TEST_F(SourceTypesTest, WhichSourceParameterAScalarIs) {
  const std::string text = "struct P { float x, y; }; struct Q { long a; int b; char c[3]; }; struct B { "
                           "long v[5]; }; struct V { double a; long b; };"
                           "struct T { char c[3]; }; struct N { int v; ~N(); };"
                           "B f(P p, Q q, B b, V v, bool t, int& r, T s, N n, long double l) { b.v[0] = p.x "
                           "+ q.b + v.b + t + r + s.c[1] + n.v + (long)l; return b; }"
                           "struct S { int m; int g(int k) const; }; int S::g(int k) const { return m + k; }";
  compile(text, "unit.cpp");
  EXPECT_THAT(sourcesOf(bodyOf(*program_, "f")), ElementsAre("result", "0+0", "0+4", "1+0", "1+8", "*2+0", "3+0", "3+8",
                                                             "4+0", "5+0", "6+0", "*7+0", "8+0"));
  EXPECT_THAT(sourcesOf(bodyOf(*program_, "S::g")), ElementsAre("0+0", "1+0"));
  link({compileText(text, "unit.cpp", "-O2")});
  EXPECT_THAT(sourcesOf(bodyOf(*program_, "S::g")), ElementsAre("0+0", "1+0"));
}

} // namespace
} // namespace beagle::ir
