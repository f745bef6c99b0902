// SPDX-License-Identifier: Apache-2.0
// A server on a loopback port with constant answers: it costs so little that a run's own cost is seen.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { connectionLimit = 256, requestLimit = 65536, answerLimit = 4096 };

// The answers by the last character of the path: a registration, a token, a code, profiles, a decision.
static const char *bodies[] = {
    "{\"client_id\":\"3f1c0a52-8d5e-4b7c-9d21-5a7de0c1b2f4\",\"client_secret\":"
    "\"Jw0c7QvTz5y1Lr8PXe3Ns6Ka9Bh2Dm4Fg\",\"client_id_issued_at\":1790000000,"
    "\"grant_types\":[\"client_credentials\"],\"redirect_uris\":[\"app://done\"]}",
    "{\"access_token\":\"eyJhbGciOiJub25lIn0.eyJzdWIiOiJiZW5jaG1hcmsifQ.c2lnbmF0dXJlLW9mLWJlbmNo\","
    "\"token_type\":\"Bearer\",\"expires_in\":86400,\"created_at\":1790000000,\"id\":\"token-1\"}",
    "{\"code\":\"8ER640M\",\"sessionId\":\"1d2f8c3a-97b0-4c11-a3d5-e6f708192a3b\",\"mvpd\":\"provider\","
    "\"serviceProvider\":\"channel\",\"notBefore\":1790000000000,\"notAfter\":1790001800000,"
    "\"url\":\"/api/v2/authenticate/channel/8ER640M\",\"actionName\":\"authenticate\","
    "\"missingParameters\":[],\"reasonType\":\"none\"}",
    "{\"profiles\":{\"provider\":{\"notBefore\":1790000000000,\"notAfter\":1790003600000,"
    "\"issuer\":\"provider\",\"type\":\"regular\",\"attributes\":{\"userID\":{\"value\":"
    "\"dXNlci1vZi1iZW5jaG1hcms9\",\"state\":\"plain\"},\"upstreamUserID\":{\"value\":"
    "\"9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d\",\"state\":\"plain\"},\"zip\":{\"value\":"
    "[\"94103\",\"10001\"],\"state\":\"plain\"},\"maxRating\":{\"value\":{\"MPAA\":\"PG-13\","
    "\"VCHIP\":\"TV-14\"},\"state\":\"plain\"}}}}}",
    "{\"decisions\":[{\"resource\":\"news\",\"serviceProvider\":\"channel\",\"mvpd\":\"provider\","
    "\"source\":\"mvpd\",\"authorized\":true,\"token\":{\"issuedAt\":1790000000000,\"notBefore\":"
    "1790000000000,\"notAfter\":1790000420000,\"serializedToken\":"
    "\"PHNpZ25hdHVyZUluZm8+YmVuY2htYXJrIHRva2VuPC9zaWduYXR1cmVJbmZvPg==\"}}]}",
};

struct connection {
  size_t count;
  char bytes[requestLimit];
};

static char answers[sizeof bodies / sizeof *bodies][answerLimit];

static void makeAnswers(void) {
  for (size_t index = 0; index < sizeof bodies / sizeof *bodies; index++) {
    snprintf(answers[index], answerLimit,
             "HTTP/1.1 200 OK\r\nDate: Mon, 21 Sep 2026 14:13:20 GMT\r\n"
             "Content-Type: application/json;charset=utf-8\r\nCache-Control: no-store\r\n"
             "X-Request-ID: 5c0f2a90-6f0e-4f7b-8a52-1b8c9d0e1f2a\r\nContent-Length: %zu\r\n\r\n%s",
             strlen(bodies[index]), bodies[index]);
  }
}

// The length of the first request of the bytes; 0 where it is not complete.
static size_t requestLength(const char *bytes, size_t count) {
  const char *end = memmem(bytes, count, "\r\n\r\n", 4);
  if (!end) return 0;
  size_t head = (size_t)(end - bytes) + 4, body = 0;
  for (const char *line = bytes; line < end; line++) {
    line = memchr(line, '\n', (size_t)(end + 2 - line));
    if (!line || line >= end) break;
    if (!strncasecmp(line + 1, "Content-Length:", 15)) body = strtoul(line + 16, NULL, 10);
  }
  return head + body <= count ? head + body : 0;
}

// Answers all complete requests; 0 where the connection is over.
static int answer(int descriptor, struct connection *connection) {
  ssize_t got = recv(descriptor, connection->bytes + connection->count,
                     requestLimit - connection->count, 0);
  if (got <= 0) return 0;
  connection->count += (size_t)got;
  size_t length;
  while ((length = requestLength(connection->bytes, connection->count))) {
    const char *path = memchr(connection->bytes, ' ', length);
    const char *end = path ? memchr(path + 1, ' ', length - (size_t)(path + 1 - connection->bytes)) : 0;
    if (!end) return 0;
    const char *query = memchr(path, '?', (size_t)(end - path));
    if (query) end = query;
    size_t index = (size_t)(end[-1] - '0');
    const char *text = answers[index < sizeof bodies / sizeof *bodies ? index : 0];
    if (send(descriptor, text, strlen(text), MSG_NOSIGNAL) < 0) return 0;
    connection->count -= length;
    memmove(connection->bytes, connection->bytes + length, connection->count);
  }
  return connection->count < requestLimit;
}

int main(void) {
  makeAnswers();
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) || listen(listener, 128) ||
      getsockname(listener, (struct sockaddr *)&address, &size))
    return 1;
  printf("http://127.0.0.1:%d\n", ntohs(address.sin_port));
  fflush(stdout);
  static struct pollfd polled[connectionLimit];
  static struct connection connections[connectionLimit];
  int count = 1;
  polled[0] = (struct pollfd){.fd = listener, .events = POLLIN};
  while (poll(polled, (nfds_t)count, -1) > 0) {
    for (int index = count - 1; index > 0; index--) {
      if (!polled[index].revents || answer(polled[index].fd, &connections[index])) continue;
      close(polled[index].fd);
      count--;
      polled[index] = polled[count];
      connections[index] = connections[count];
    }
    if (!polled[0].revents || count == connectionLimit) continue;
    int descriptor = accept(listener, NULL, NULL);
    if (descriptor < 0) continue;
    int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    polled[count] = (struct pollfd){.fd = descriptor, .events = POLLIN};
    connections[count].count = 0;
    count++;
  }
  return 0;
}
