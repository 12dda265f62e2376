// What the benchmarks compare with: the same bytes through the bare C libraries, and nothing else.
//   limits yaml FILE                      pulls every libyaml event of the file
//   limits http BASE TOKEN LIST WIDTH     sends every line METHOD<tab>PATH[<tab>BODY] of the list, WIDTH at once
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

// One request of the list: method, path and perhaps a body, in place.
struct request { char *method, *path, *body; };

static void load(CURL *curl, struct request *request, const char *base, struct curl_slist *headers) {
  char url[8192];
  snprintf(url, sizeof url, "%s%s", base, request->path);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, discard);
  curl_easy_setopt(curl, CURLOPT_URL, url);
  if (request->body) curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->body);
  else curl_easy_setopt(curl, CURLOPT_HTTPGET, 1L);
  curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request->method);
  curl_easy_setopt(curl, CURLOPT_PRIVATE, request);
}

static int send_requests(const char *base, const char *token, const char *list, int width) {
  FILE *file = fopen(list, "r");
  if (!file) return perror(list), 1;
  struct request *requests = NULL;
  size_t count = 0, room = 0;
  for (;;) {
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length = getline(&line, &capacity, file);
    if (length <= 0) break;
    if (line[length - 1] == '\n') line[length - 1] = 0;
    char *path = strchr(line, '\t');
    if (!path) continue;
    *path++ = 0;
    char *body = strchr(path, '\t');
    if (body) *body++ = 0;
    if (count == room) requests = realloc(requests, (room = room ? room * 2 : 1024) * sizeof *requests);
    requests[count++] = (struct request){line, path, body};
  }
  char authorization[4096];
  snprintf(authorization, sizeof authorization, "Authorization: Bearer %s", token);
  struct curl_slist *headers = curl_slist_append(NULL, authorization);
  headers = curl_slist_append(headers, "Content-Type: application/json");
  CURLM *multi = curl_multi_init();
  size_t next = 0, done = 0;
  for (int i = 0; i < width && next < count; i++) {
    CURL *curl = curl_easy_init();
    load(curl, &requests[next++], base, headers);
    curl_multi_add_handle(multi, curl);
  }
  while (done < count) {
    int running, left;
    curl_multi_perform(multi, &running);
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
      CURL *curl = message->easy_handle;
      CURLcode code = message->data.result;
      struct request *request;
      long status = 0;
      curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
      curl_easy_getinfo(curl, CURLINFO_PRIVATE, &request);
      if (code != CURLE_OK || status >= 300)
        return fprintf(stderr, "%s %s: %s, status %ld\n", request->method, request->path, curl_easy_strerror(code), status), 1;
      curl_multi_remove_handle(multi, curl);
      done++;
      if (next == count) { curl_easy_cleanup(curl); continue; }
      load(curl, &requests[next++], base, headers);
      curl_multi_add_handle(multi, curl);
    }
    if (done < count) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
  return 0;
}

int main(int count, char **arguments) {
  if (count == 3 && !strcmp(arguments[1], "yaml")) return pull_events(arguments[2]);
  if (count == 6 && !strcmp(arguments[1], "http"))
    return send_requests(arguments[2], arguments[3], arguments[4], atoi(arguments[5]));
  return fprintf(stderr, "usage: limits yaml FILE | limits http BASE TOKEN LIST WIDTH\n"), 64;
}
