// What a fork of a state costs: time, and bytes that are allocated. `build/bin/exec_bench`, after configuring with
// -DBEAGLE_BENCH=ON.
#include "analysis/exec/state.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <new>

namespace {
std::size_t allocated = 0; ///< bytes asked for, so far
}

[[gnu::noinline]] void* operator new(std::size_t size) {
  allocated += size;
  if (void* block = std::malloc(size)) return block;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* block) noexcept { std::free(block); }
[[gnu::noinline]] void operator delete(void* block, std::size_t /*size*/) noexcept { std::free(block); }

namespace beagle::exec {
namespace {

/// So many objects of 64 bytes, frames of 40 slots, and conditions over as many variables.
struct Shape {
  std::size_t objects, frames, conditions;
};

class Start {
public:
  explicit Start(const Shape& shape) : state(terms) {
    for (std::size_t i = 0; i < shape.objects; ++i)
      last = state.memory.add(Ref<Object>::make(ObjectKind::Heap, 64, Contents::Fill::Zero));
    for (std::size_t i = 0; i < shape.frames; ++i) {
      auto frame = Ref<Frame>::make();
      frame.mutableTarget().slots.resize(40);
      state.frames.push(std::move(frame));
    }
    logic::Assignment model;
    for (std::size_t i = 0; i < shape.conditions; ++i) {
      const Term x = variable(i);
      model.set(x, i + 1);
      state.path.add(terms.binary(logic::Op::ULess, terms.constant(32, i), x), model);
      state.decide(0, false);
    }
    state.decisions.clear();
  }

  [[nodiscard]] Term variable(std::size_t i) { return terms.variable("x" + std::to_string(i), logic::Sort::bits(32)); }

  logic::TermManager terms;
  State state;
  ObjectId last = 0;
};

Shape shapeOf(const benchmark::State& run) {
  return {static_cast<std::size_t>(run.range(0)), static_cast<std::size_t>(run.range(1)),
          static_cast<std::size_t>(run.range(2))};
}

void countBytes(benchmark::State& run, std::size_t before) {
  run.counters["bytes"] = static_cast<double>(allocated - before) / static_cast<double>(run.iterations());
}

/// A copy, and nothing done with it.
void fork(benchmark::State& run) {
  Start start(shapeOf(run));
  const std::size_t before = allocated;
  for (auto unused : run) {
    State copy = start.state;
    benchmark::DoNotOptimize(copy);
  }
  countBytes(run, before);
}

/// A copy that does what each run does first: it takes a side, changes a slot, and stores into one object.
void forkAndGoOn(benchmark::State& run) {
  Start start(shapeOf(run));
  const Term y = start.variable(0);
  const Term side = start.terms.binary(logic::Op::ULess, y, start.terms.constant(32, 1000));
  logic::Assignment model;
  model.set(y, 1);
  const std::size_t before = allocated;
  for (auto unused : run) {
    State copy = start.state;
    copy.path.add(side, model);
    copy.decide(1, false);
    copy.frames.own(copy.frames.size() - 1).own().slots[3] = Value::concrete(1);
    copy.memory.own(start.last).contents.dataForWriting()[0] = 1;
    benchmark::DoNotOptimize(copy);
  }
  countBytes(run, before);
}

void shapes(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"objects", "frames", "conditions"});
  bench->Args({10, 1, 5})->Args({1000, 1, 5})->Args({100000, 1, 5});
  bench->Args({10, 50, 5})->Args({10, 2000, 5});
  bench->Args({10, 1, 100})->Args({10, 1, 1000});
}
BENCHMARK(fork)->Apply(shapes);
BENCHMARK(forkAndGoOn)->Apply(shapes);

} // namespace
} // namespace beagle::exec

BENCHMARK_MAIN();
