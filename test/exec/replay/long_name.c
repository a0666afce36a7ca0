// A pointer to a function is called by its path, however long that is.
// entry: f
struct operations {
  int (*is_called_by_a_name_that_is_longer_than_any_that_somebody_would_think_of_is_called_by_a_name_that_is_longer_than_any_that_somebody_would_think_of_is_called_by_a_name_that_is_longer_than_any_that_somebody_would_think_of_is_called_by_a_name_that_is_longer_than_any_that_somebody_would_think_of)(int);
};

int f(const struct operations *given, int x) {
  if (x > 100) return 0;
  return given->is_called_by_a_name_that_is_longer_than_any_that_somebody_would_think_of_is_called_by_a_name_that_is_longer_than_any_that_somebody_would_think_of_is_called_by_a_name_that_is_longer_than_any_that_somebody_would_think_of_is_called_by_a_name_that_is_longer_than_any_that_somebody_would_think_of(x) > 3 ? 1 : 2;
}
