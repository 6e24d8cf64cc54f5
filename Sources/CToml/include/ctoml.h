// toml++ for Swift: parses a text and walks its nodes, each with its place in the text.
#ifndef CTOML_H
#define CTOML_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a node is.
enum ctoml_kind { CTOML_TABLE, CTOML_ARRAY, CTOML_STRING, CTOML_INTEGER, CTOML_FLOAT, CTOML_BOOLEAN, CTOML_DATE };

/// One node on the walk: parents come before children. `depth` is 0 for the document. `key` is NULL in arrays.
struct ctoml_node {
  enum ctoml_kind kind;
  int depth;
  const char *key;
  size_t key_length;
  const char *text;  // CTOML_STRING only
  size_t text_length;
  int64_t integer;
  double number;
  int boolean;
  int line, column;  // from 1
  int key_line, key_column;  // from 1; 0 in arrays
};

/// What was wrong, and where; the place is from 1.
struct ctoml_error {
  int line, column;
  char message[256];
};

typedef void (*ctoml_visit)(const struct ctoml_node *node, void *context);

/// Parses a document and visits all its nodes. Returns 1, or 0 with `error` filled and nothing visited.
int ctoml_parse(const char *text, size_t length, struct ctoml_error *error, ctoml_visit visit, void *context);

#ifdef __cplusplus
}
#endif

#endif
