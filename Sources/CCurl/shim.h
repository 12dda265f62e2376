#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x075000
#error "libcurl 7.80 or newer is needed (CURLOPT_PREREQFUNCTION)"
#endif

// curl_easy_setopt and its kind are variadic, which Swift can't call: one function for each type of value.

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return (curl_easy_setopt)(easy, option, value);
}

// Copies the body.
static inline CURLcode ccurl_set_body(CURL *easy, const void *bytes, size_t count) {
  CURLcode code = (curl_easy_setopt)(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return code ? code : (curl_easy_setopt)(easy, CURLOPT_COPYPOSTFIELDS, count ? bytes : "");
}

static inline CURLcode ccurl_set_callbacks(
    CURL *easy, curl_write_callback header, curl_write_callback body, curl_prereq_callback prerequest, void *context) {
  CURLcode code = (curl_easy_setopt)(easy, CURLOPT_HEADERFUNCTION, header);
  if (!code) code = (curl_easy_setopt)(easy, CURLOPT_HEADERDATA, context);
  if (!code) code = (curl_easy_setopt)(easy, CURLOPT_WRITEFUNCTION, body);
  if (!code) code = (curl_easy_setopt)(easy, CURLOPT_WRITEDATA, context);
  if (!code) code = (curl_easy_setopt)(easy, CURLOPT_PREREQFUNCTION, prerequest);
  if (!code) code = (curl_easy_setopt)(easy, CURLOPT_PREREQDATA, context);
  return code;
}

static inline CURLcode ccurl_allow_only_http(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return (curl_easy_setopt)(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return (curl_easy_setopt)(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

// Lets a transfer end while its name is still being looked up; older versions wait for the look-up.
static inline void ccurl_abandon_lookups(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
  (curl_easy_setopt)(easy, CURLOPT_QUICK_EXIT, 1L);
#else
  (void)easy;
#endif
}

static inline long ccurl_get_long(CURL *easy, CURLINFO info) {
  long value = 0;
  return (curl_easy_getinfo)(easy, info, &value) ? 0 : value;
}

static inline void *ccurl_get_private(CURL *easy) {
  void *value = NULL;
  return (curl_easy_getinfo)(easy, CURLINFO_PRIVATE, &value) ? NULL : value;
}

// The certificates of the server, where CURLOPT_CERTINFO asked for them: one list of "Name:value" for each. They live as
// long as the handle.
static inline struct curl_certinfo *ccurl_get_certificates(CURL *easy) {
  struct curl_certinfo *value = NULL;
  return (curl_easy_getinfo)(easy, CURLINFO_CERTINFO, &value) ? NULL : value;
}

// The version that runs, which may be another than that of this header: 0x080300 is 8.3.0.
static inline unsigned int ccurl_version(void) {
  return curl_version_info(CURLVERSION_NOW)->version_num;
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return (curl_multi_setopt)(multi, option, value);
}

#endif
