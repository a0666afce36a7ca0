// entry: f
// paths: unsupported 1
// detail: std::filesystem
// native: no: the engine cannot go on
// why: what the C++ library's own object file does with paths is not taken for anything

#include <filesystem>

int f(int x) {
  const std::filesystem::path path("folder/file.txt");
  return path.has_filename() ? x : 0;
}
