#ifndef CCRYPTO_SHIM_H
#define CCRYPTO_SHIM_H

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/objects.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <string.h>

// Keys of the algorithms of JSON Web Signature (RFC 7518, RFC 8037): names and parts of the interface are macros, or
// differ between versions of the library.

enum { CCRYPTO_OTHER = 0, CCRYPTO_RSA = 1, CCRYPTO_P256 = 2, CCRYPTO_ED25519 = 3 };

// Else the library asks the terminal for a passphrase.
static int ccrypto_no_passphrase(char *text, int size, int writes, void *context) {
  (void)text, (void)size, (void)writes, (void)context;
  return -1;
}

// A private key in PEM form; NULL where there is none, or one that needs a passphrase.
static inline EVP_PKEY *ccrypto_private_key(const void *bytes, int count) {
  BIO *source = BIO_new_mem_buf(bytes, count);
  EVP_PKEY *key = source ? PEM_read_bio_PrivateKey(source, NULL, ccrypto_no_passphrase, NULL) : NULL;
  BIO_free(source);
  ERR_clear_error();
  return key;
}

// A public key as SubjectPublicKeyInfo in DER form; NULL where it is none.
static inline EVP_PKEY *ccrypto_public_key(const unsigned char *bytes, long count) {
  EVP_PKEY *key = d2i_PUBKEY(NULL, &bytes, count);
  ERR_clear_error();
  return key;
}

static inline int ccrypto_kind(EVP_PKEY *key) {
  switch (EVP_PKEY_base_id(key)) {
  case EVP_PKEY_RSA: return CCRYPTO_RSA;
  case EVP_PKEY_ED25519: return CCRYPTO_ED25519;
  case EVP_PKEY_EC: {
#if OPENSSL_VERSION_NUMBER >= 0x30000000L
    char name[64] = "";
    size_t length = 0;
    return EVP_PKEY_get_group_name(key, name, sizeof name, &length) && !strcmp(name, SN_X9_62_prime256v1)
        ? CCRYPTO_P256 : CCRYPTO_OTHER;
#else
    const EC_KEY *curve = EVP_PKEY_get0_EC_KEY(key);
    return curve && EC_GROUP_get_curve_name(EC_KEY_get0_group(curve)) == NID_X9_62_prime256v1
        ? CCRYPTO_P256 : CCRYPTO_OTHER;
#endif
  }
  default: return CCRYPTO_OTHER;
  }
}

static inline int ccrypto_bits(EVP_PKEY *key) { return EVP_PKEY_bits(key); }

static inline const EVP_MD *ccrypto_digest(EVP_PKEY *key) {
  return EVP_PKEY_base_id(key) == EVP_PKEY_ED25519 ? NULL : EVP_sha256();
}

// Signs and gives the length of the signature, 0 where it fails. `out` has room for `capacity` bytes.
static inline size_t ccrypto_sign(
    EVP_PKEY *key, const unsigned char *bytes, size_t count, unsigned char *out, size_t capacity) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  size_t length = capacity;
  int isDone = context && EVP_DigestSignInit(context, NULL, ccrypto_digest(key), NULL, key) == 1 &&
      EVP_DigestSign(context, out, &length, bytes, count) == 1;
  EVP_MD_CTX_free(context);
  ERR_clear_error();
  return isDone ? length : 0;
}

static inline int ccrypto_verify(
    EVP_PKEY *key, const unsigned char *bytes, size_t count, const unsigned char *signature, size_t length) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  int isGood = context && EVP_DigestVerifyInit(context, NULL, ccrypto_digest(key), NULL, key) == 1 &&
      EVP_DigestVerify(context, signature, length, bytes, count) == 1;
  EVP_MD_CTX_free(context);
  ERR_clear_error();
  return isGood;
}

// An ECDSA signature as both numbers of 32 bytes (RFC 7518, section 3.4), from its DER form; 0 where it is none.
static inline int ccrypto_ecdsa_from_der(const unsigned char *der, long count, unsigned char out[64]) {
  ECDSA_SIG *signature = d2i_ECDSA_SIG(NULL, &der, count);
  const BIGNUM *r = NULL, *s = NULL;
  if (signature) ECDSA_SIG_get0(signature, &r, &s);
  int isDone = r && s && BN_bn2binpad(r, out, 32) == 32 && BN_bn2binpad(s, out + 32, 32) == 32;
  ECDSA_SIG_free(signature);
  ERR_clear_error();
  return isDone;
}

// The other way round: gives the length of the DER form, at most 80 bytes, 0 where it fails.
static inline int ccrypto_ecdsa_to_der(const unsigned char both[64], unsigned char out[80]) {
  ECDSA_SIG *signature = ECDSA_SIG_new();
  BIGNUM *r = BN_bin2bn(both, 32, NULL), *s = BN_bin2bn(both + 32, 32, NULL);
  int length = 0;
  if (signature && r && s && ECDSA_SIG_set0(signature, r, s)) {
    length = i2d_ECDSA_SIG(signature, &out);
  } else {
    BN_free(r);
    BN_free(s);
  }
  ECDSA_SIG_free(signature);
  ERR_clear_error();
  return length > 0 ? length : 0;
}

#endif
