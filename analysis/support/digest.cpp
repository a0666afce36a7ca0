#include "analysis/support/digest.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <array>

namespace beagle::support {

struct Digest::Context {
  EVP_MD_CTX* evp = EVP_MD_CTX_new();

  Context() {
    // Looking it up takes longer than most digests; so does reading the system's settings for cryptography, of which
    // none is about this.
    static const EVP_MD* const sha256 = [] {
      OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr);
      return EVP_MD_fetch(nullptr, "SHA256", nullptr);
    }();
    EVP_DigestInit_ex(evp, sha256, nullptr);
  }
  ~Context() { EVP_MD_CTX_free(evp); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
};

Digest::Digest() : context_(std::make_unique<Context>()) {}
Digest::~Digest() = default;
Digest::Digest(Digest&&) noexcept = default;
Digest& Digest::operator=(Digest&&) noexcept = default;

Digest& Digest::add(std::uint64_t number) {
  std::array<unsigned char, 8> bytes;
  for (unsigned i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(number >> (8 * i));
  EVP_DigestUpdate(context_->evp, bytes.data(), bytes.size());
  return *this;
}

Digest& Digest::add(std::string_view part) {
  add(static_cast<std::uint64_t>(part.size()));
  EVP_DigestUpdate(context_->evp, part.data(), part.size());
  return *this;
}

std::string Digest::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes;
  unsigned size = 0;
  EVP_DigestFinal_ex(context_->evp, bytes.data(), &size);
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (unsigned i = 0; i < size; ++i) {
    text += digits[bytes[i] >> 4];
    text += digits[bytes[i] & 15];
  }
  return text;
}

std::string digestOf(std::string_view content) { return Digest().add(content).hex(); }

} // namespace beagle::support
