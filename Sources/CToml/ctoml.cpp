#include "ctoml.h"

#include <cstdio>
#include <stdexcept>
#include <string_view>

// toml++ 3.3 meets some malformed texts (such as "[" and a control character) with a failed assertion. A file must not
// end the program, so that is an error as every other.
#define TOML_ASSERT(expression) \
  ((expression) ? static_cast<void>(0) : throw std::runtime_error("this is not TOML"))

#include <toml++/toml.h>

namespace {

void walk(const toml::node &node, const toml::key *key, int depth, ctoml_visit visit, void *context) {
  ctoml_node out{};
  out.depth = depth;
  if (key) {
    out.key = key->str().data();
    out.key_length = key->str().size();
    out.key_line = static_cast<int>(key->source().begin.line);
    out.key_column = static_cast<int>(key->source().begin.column);
  }
  out.line = static_cast<int>(node.source().begin.line);
  out.column = static_cast<int>(node.source().begin.column);
  if (auto table = node.as_table()) {
    out.kind = CTOML_TABLE;
    visit(&out, context);
    for (auto &&[name, child] : *table) walk(child, &name, depth + 1, visit, context);
    return;
  }
  if (auto array = node.as_array()) {
    out.kind = CTOML_ARRAY;
    visit(&out, context);
    for (auto &&child : *array) walk(child, nullptr, depth + 1, visit, context);
    return;
  }
  if (auto string = node.as_string()) {
    out.kind = CTOML_STRING;
    out.text = string->get().data();
    out.text_length = string->get().size();
  } else if (auto integer = node.as_integer()) {
    out.kind = CTOML_INTEGER;
    out.integer = integer->get();
  } else if (auto number = node.as_floating_point()) {
    out.kind = CTOML_FLOAT;
    out.number = number->get();
  } else if (auto boolean = node.as_boolean()) {
    out.kind = CTOML_BOOLEAN;
    out.boolean = boolean->get();
  } else {
    out.kind = CTOML_DATE;
  }
  visit(&out, context);
}

}  // namespace

int ctoml_parse(const char *text, size_t length, ctoml_error *error, ctoml_visit visit, void *context) {
  // No exception may leave for Swift.
  try {
    toml::table document = toml::parse(std::string_view(text, length));
    walk(document, nullptr, 0, visit, context);
    return 1;
  } catch (const toml::parse_error &problem) {
    error->line = static_cast<int>(problem.source().begin.line);
    error->column = static_cast<int>(problem.source().begin.column);
    std::snprintf(error->message, sizeof error->message, "%.*s", static_cast<int>(problem.description().size()),
                  problem.description().data());
  } catch (const std::exception &problem) {
    error->line = error->column = 1;  // it tells no place
    std::snprintf(error->message, sizeof error->message, "%s", problem.what());
  }
  return 0;
}
