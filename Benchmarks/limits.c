// What the benchmarks compare with: the same bytes through the bare C libraries, and nothing else.
//   limits yaml FILE                 pulls every libyaml event of the file
//   limits http BASE TOKEN LIST      sends every line METHOD<tab>PATH[<tab>BODY] of the list over one connection
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

static int pull_events(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return perror(path), 1;
  yaml_parser_t parser;
  yaml_parser_initialize(&parser);
  yaml_parser_set_input_file(&parser, file);
  yaml_event_t event;
  for (int done = 0; !done;) {
    if (!yaml_parser_parse(&parser, &event)) return fprintf(stderr, "%s: %s\n", path, parser.problem), 1;
    done = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  fclose(file);
  return 0;
}

static size_t discard(char *bytes, size_t size, size_t count, void *unused) {
  (void)bytes, (void)unused;
  return size * count;
}

static int send_requests(const char *base, const char *token, const char *list) {
  FILE *file = fopen(list, "r");
  if (!file) return perror(list), 1;
  char authorization[4096], url[8192], *line = NULL;
  size_t capacity = 0;
  ssize_t length;
  snprintf(authorization, sizeof authorization, "Authorization: Bearer %s", token);
  struct curl_slist *headers = curl_slist_append(NULL, authorization);
  headers = curl_slist_append(headers, "Content-Type: application/json");
  CURL *curl = curl_easy_init();
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, discard);
  while ((length = getline(&line, &capacity, file)) > 0) {
    if (line[length - 1] == '\n') line[length - 1] = 0;
    char *path = strchr(line, '\t');
    if (!path) continue;
    *path++ = 0;
    char *body = strchr(path, '\t');
    if (body) *body++ = 0;
    snprintf(url, sizeof url, "%s%s", base, path);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    if (body) curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
    else curl_easy_setopt(curl, CURLOPT_HTTPGET, 1L);
    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, line);
    long status = 0;
    CURLcode code = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    if (code != CURLE_OK || status >= 300)
      return fprintf(stderr, "%s %s: %s, status %ld\n", line, path, curl_easy_strerror(code), status), 1;
  }
  curl_easy_cleanup(curl);
  return 0;
}

int main(int count, char **arguments) {
  if (count == 3 && !strcmp(arguments[1], "yaml")) return pull_events(arguments[2]);
  if (count == 5 && !strcmp(arguments[1], "http")) return send_requests(arguments[2], arguments[3], arguments[4]);
  return fprintf(stderr, "usage: limits yaml FILE | limits http BASE TOKEN LIST\n"), 64;
}
