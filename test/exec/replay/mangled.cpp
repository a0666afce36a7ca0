// A C++ entry in a namespace, with a reference and a class.
// entry: shop::price
namespace shop {
class Item {
public:
  explicit Item(int c) : cents(c) {}
  int with(int tax) const { return cents + cents * tax / 100; }

private:
  int cents;
};

int discounts = 0;

int price(int cents, int& tax, bool member) {
  Item item(cents & 0xFFF);
  if (member) {
    ++discounts;
    tax = tax > 9 ? 9 : tax;
  }
  if (tax < 0) return -1;
  return item.with(tax & 31);
}
} // namespace shop
