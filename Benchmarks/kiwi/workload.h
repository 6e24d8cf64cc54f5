// A workload as it stands in a file; the format is that of `keyguidectl solve`.
#pragma once

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

struct Workload {
  struct Constraint {
    std::vector<std::pair<int, double>> terms;
    std::string relation;
    double constant;
    int priority;
  };
  struct Edit {
    int variable;
    int priority;
    double initial;
  };
  using Frame = std::vector<std::pair<int, double>>;
  using Group = std::vector<int>;
  // One set out, and another one in.
  using Switch = std::pair<Group, Group>;

  std::string name;
  int variables = 0;
  std::vector<int> nonnegative;
  std::vector<Constraint> constraints;
  std::vector<int> active;
  std::vector<Edit> edits;
  std::vector<Frame> frames;
  std::vector<Switch> switches;
  // kiwi knows no priorities, only weights: each priority weighs a hundred times the one below.
  std::map<int, double> weights;

  explicit Workload(const nlohmann::json& document)
      : name(document["name"]), variables(document["variables"].size()), nonnegative(document["nonnegative"]) {
    std::set<int> priorities;
    for (const auto& given : document["constraints"]) {
      Constraint constraint{{}, given["relation"], given["constant"], given["priority"]};
      for (const auto& term : given["terms"]) constraint.terms.emplace_back(term[0], term[1]);
      if (constraint.priority < 1000) priorities.insert(constraint.priority);
      if (given["active"]) active.push_back(constraints.size());
      constraints.push_back(constraint);
    }
    for (const auto& given : document["edits"]) {
      edits.push_back({given["variable"], given["priority"], given["initial"]});
      priorities.insert(edits.back().priority);
    }
    double weight = 1;
    for (int priority : priorities) {
      weights[priority] = weight;
      weight *= 100;
    }
    read_script(document);
  }

  static std::vector<Workload> read(const std::string& path) {
    std::ifstream file(path);
    const auto document = nlohmann::json::parse(file);
    if (document["format"] != "layout-workload/1") return {};
    return {Workload(document)};
  }

 private:
  void read_script(const nlohmann::json& document) {
    std::map<std::string, Group> groups;
    for (const auto& group : document["groups"]) groups[group["name"]] = group["constraints"].get<Group>();
    std::string taken_out;
    for (const auto& step : document["script"]) {
      const std::string operation = step["op"];
      if (operation == "suggest") {
        Frame frame;
        for (const auto& value : step["values"]) frame.emplace_back(value[0], value[1]);
        frames.push_back(frame);
      }
      if (operation == "activate" && !taken_out.empty()) {
        switches.emplace_back(groups[taken_out], groups[step["group"]]);
      }
      taken_out = operation == "deactivate" ? step["group"].get<std::string>() : "";
    }
  }
};
