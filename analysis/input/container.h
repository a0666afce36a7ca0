#pragma once

#include "analysis/ir/source_types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace beagle::input {

/// How libstdc++ lays out a list, a map or the like, whose elements do not stand in one block: offsets in the
/// object itself, and in the nodes that hold one element each.
///
///   Ring    list          head: first node, last node (or the head itself), number      node: next,
///   previous, element Chain   forward_list  head: first node or null node: next or null, element Tree map,
///   set      head: colour, root, first, last (or the head itself)          node: colour, parent, left,
///   right, element Table   unordered_    head: first node or null                                      node:
///   next or null, element, hash Blocks  deque         a table of blocks with the elements, where they begin
///   and end
struct Container {
  enum class Form : std::uint8_t { Ring, Chain, Tree, Table, Blocks } form = Form::Ring;
  ir::TypeIndex key = ir::none;      ///< of maps and sets
  ir::TypeIndex value = ir::none;    ///< of all but sets
  bool hasEqualKeys = false;         ///< multimap and the like
  ir::TypeIndex order = ir::none;    ///< Tree: compares keys; Table: computes the hash
  ir::TypeIndex equality = ir::none; ///< Table
  std::uint64_t head = 0;
  std::optional<std::uint64_t> count;                 ///< where the number of elements stands
  std::uint64_t keyAt = 0, valueAt = 0, nodeSize = 0; ///< in a node; of Blocks: in an element, and its size
  std::optional<std::uint64_t> hashAt;
};

/// Offsets in every head and node.
namespace ring {
constexpr std::uint64_t next = 0, previous = 8, element = 16;
}
namespace chain {
constexpr std::uint64_t next = 0, element = 8;
}
namespace tree {
constexpr std::uint64_t parent = 8, left = 16, right = 24, element = 32;
}
/// Of a hash table, from its beginning (where the pointer to its buckets stands).
namespace table {
constexpr std::uint64_t bucketCount = 8, head = 16, loadFactor = 32, nextResize = 40, singleBucket = 48;
}
/// Of a deque, from its beginning (where the pointer to its table of blocks stands).
namespace blocks {
constexpr std::uint64_t tableSize = 8, start = 16, finish = 48;
/// Of `start` and `finish`.
constexpr std::uint64_t current = 0, first = 8, last = 16, entry = 24;
constexpr std::uint64_t blockBytes = 512, entries = 8, middle = 3, entryBytes = 8;
} // namespace blocks

/// Nothing when the type is none, or its elements are not known, or somebody else than std::allocator makes
/// them.
[[nodiscard]] std::optional<Container> containerOf(const ir::SourceTypes& types, ir::TypeIndex index);

/// A part of an element: itself, its key or what the key stands for.
struct ElementPart {
  ir::TypeIndex type = ir::none;
  std::uint64_t offset = 0; ///< in the node
  std::string path;         ///< "list[2]", "map.key(2)", "map.value(2)"
};
[[nodiscard]] std::vector<ElementPart> elementParts(const Container& container, const std::string& path,
                                                    std::uint64_t number);
[[nodiscard]] std::string keyPath(const std::string& path, std::uint64_t number);

/// Where `type` has to start: a multiple of that.
[[nodiscard]] std::uint64_t alignmentOf(const ir::SourceTypes& types, ir::TypeIndex index);
/// Elements in a block of a deque.
[[nodiscard]] std::uint64_t elementsOfBlock(const Container& container);

/// The nodes of a container, first one first. `read(address)` is the pointer that stands there: an address,
/// of which `at(bytes)` is another one further on; nothing when none stands there, or null. Nothing when it
/// does not end.
template <class Address, class Read>
[[nodiscard]] std::optional<std::vector<Address>> nodesOf(Container::Form form, const Address& head, Read&& read) {
  constexpr std::size_t most = 1000;
  std::vector<Address> nodes;
  if (form == Container::Form::Tree) {
    std::vector<Address> above;
    std::optional<Address> node = read(head.at(tree::parent));
    while (node || !above.empty()) {
      if (nodes.size() + above.size() > most) return {};
      if (node) {
        above.push_back(*node);
        node = read(node->at(tree::left));
        continue;
      }
      nodes.push_back(above.back());
      above.pop_back();
      node = read(nodes.back().at(tree::right));
    }
    return nodes;
  }
  for (std::optional<Address> node = read(head); node && !(*node == head); node = read(*node)) {
    if (nodes.size() > most) return {};
    nodes.push_back(*node);
  }
  return nodes;
}

/// The elements of a deque. Those of its last block end where `finish` says, which the caller reads.
template <class Address> struct BlockElements {
  std::vector<Address> nodes; ///< in all blocks but the last one
  Address rest;               ///< the first one in the last block, if there is one
  Address lastBlock;
};
/// `read` as above. Nothing when it is none.
template <class Address, class Read>
[[nodiscard]] std::optional<BlockElements<Address>> blocksOf(const Container& container, const Address& head,
                                                             Read&& read) {
  constexpr std::size_t most = 1000;
  const auto from = read(head.at(blocks::start + blocks::current));
  const auto first = read(head.at(blocks::start + blocks::entry));
  const auto last = read(head.at(blocks::finish + blocks::entry));
  const auto lastBlock = read(head.at(blocks::finish + blocks::first));
  if (!from || !first || !last || !lastBlock) return {};
  BlockElements<Address> elements{{}, *from, *lastBlock};
  const std::uint64_t bytes = elementsOfBlock(container) * container.nodeSize;
  for (Address entry = *first; !(entry == *last) && elements.nodes.size() < most;
       entry = entry.at(blocks::entryBytes)) {
    const auto block = read(entry);
    const auto next = read(entry.at(blocks::entryBytes));
    if (!block || !next) return {};
    const Address end = block->at(bytes);
    for (; !(elements.rest == end); elements.rest = elements.rest.at(container.nodeSize)) {
      if (elements.nodes.size() == most) return {};
      elements.nodes.push_back(elements.rest);
    }
    elements.rest = *next;
  }
  return elements;
}

} // namespace beagle::input
