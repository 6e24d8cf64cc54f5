// What kiwi, the C++ solver behind the Python package kiwisolver, takes for the workloads that `keyguide-bench solver`
// measures, and in the same form: a JSON list, times in microseconds.

#include <kiwi/kiwi.h>
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>

#include "workload.h"

using json = nlohmann::json;

namespace {

class Engine {
 public:
  explicit Engine(const Workload& workload) : workload_(workload), variables_(workload.variables) {
    for (const auto& constraint : workload.constraints) {
      std::vector<kiwi::Term> terms;
      for (const auto& [variable, coefficient] : constraint.terms) terms.emplace_back(variables_[variable], coefficient);
      const auto relation = constraint.relation == "==" ? kiwi::OP_EQ : constraint.relation == "<=" ? kiwi::OP_LE : kiwi::OP_GE;
      constraints_.emplace_back(kiwi::Expression(terms, constraint.constant), relation, strength(constraint.priority));
    }
    for (int variable : workload.nonnegative) {
      solver_.addConstraint((variables_[variable] >= 0) | kiwi::strength::required);
    }
    for (const auto& edit : workload.edits) {
      solver_.addEditVariable(variables_[edit.variable], strength(edit.priority));
      solver_.suggestValue(variables_[edit.variable], edit.initial);
    }
    for (int constraint : workload.active) add(constraint);
    update();
  }

  void add(int constraint) { solver_.addConstraint(constraints_[constraint]); }
  void remove(int constraint) { solver_.removeConstraint(constraints_[constraint]); }
  void update() { solver_.updateVariables(); }

  void show(const Workload::Frame& frame) {
    for (const auto& [variable, value] : frame) solver_.suggestValue(variables_[variable], value);
    update();
  }

  void exchange(const Workload::Switch& change) {
    for (int constraint : change.first) remove(constraint);
    for (int constraint : change.second) add(constraint);
    update();
  }

 private:
  double strength(int priority) const {
    return priority == 1000 ? kiwi::strength::required : workload_.weights.at(priority);
  }

  const Workload& workload_;
  kiwi::Solver solver_;
  std::vector<kiwi::Variable> variables_;
  std::vector<kiwi::Constraint> constraints_;
};

using Work = std::function<void(int)>;
const Work nothing = [](int) {};

double now() {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

json measure(int rounds, const Work& work, const Work& prepare = nothing, const Work& finish = nothing) {
  std::vector<double> times;
  // The first rounds count for nothing.
  const int first = rounds / 10;
  for (int index = 0; index < first + rounds; index++) {
    prepare(index);
    const double start = now();
    work(index);
    const double time = now() - start;
    finish(index);
    if (index >= first) times.push_back(time);
  }
  std::sort(times.begin(), times.end());
  return {{"median", times[rounds / 2]}, {"p99", times[std::min(rounds - 1, rounds * 99 / 100)]}};
}

std::size_t heap() { return mallinfo2().uordblks; }

json measure(const Workload& workload) {
  json result{{"name", workload.name}};
  const bool is_large = workload.variables > 1000;
  std::unique_ptr<Engine> engine;
  const std::size_t before = heap();
  engine = std::make_unique<Engine>(workload);
  result["bytes"] = heap() - before;
  result["build"] = measure(is_large ? 3 : std::max(10, 30'000 / workload.variables), [&](int) { Engine built(workload); });
  const auto& frames = workload.frames;
  if (workload.switches.empty()) {
    const int rounds = (is_large ? 4 : 40) * frames.size();
    result["update"] = measure(rounds, [&](int round) { engine->show(frames[round % frames.size()]); });
    const auto loop = measure(is_large ? 4 : 20, [&](int) { for (const auto& frame : frames) engine->show(frame); });
    result["updateInLoop"] = loop["median"].get<double>() / frames.size();
  } else {
    const auto& switches = workload.switches;
    result["switch"] = measure(4800, [&](int round) { engine->exchange(switches[round % switches.size()]); });
  }
  engine = std::make_unique<Engine>(workload);
  // The same sample as in keyguide-bench.
  std::vector<int> candidates;
  for (int constraint : workload.active) if (constraint * 7 % 10 < 7) candidates.push_back(constraint);
  const auto candidate = [&](int round) { return candidates[round * 37 % candidates.size()]; };
  const Work take_out = [&](int round) { engine->remove(candidate(round)); engine->update(); };
  const Work put_back = [&](int round) { engine->add(candidate(round)); engine->update(); };
  const int steps = is_large ? 60 : std::max(40, std::min(2000, 1'000'000 / workload.variables));
  result["remove"] = measure(steps, take_out, nothing, put_back);
  result["add"] = measure(steps, put_back, take_out);
  return result;
}

json measure_windows(const Workload& workload) {
  const int count = 1000;
  std::vector<std::unique_ptr<Engine>> engines;
  const std::size_t before = heap();
  for (int index = 0; index < count; index++) engines.push_back(std::make_unique<Engine>(workload));
  json result{{"name", "windows1000"}, {"bytes", (heap() - before) / count}};
  const auto& frames = workload.frames;
  result["frame"] = measure(100, [&](int round) {
    for (int index = 0; index < count; index++) engines[index]->show(frames[(round + index) % frames.size()]);
  });
  return result;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: kiwi-bench DIRECTORY\n");
    return 2;
  }
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(arguments[1])) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  json results = json::array();
  for (const auto& path : paths) {
    for (const auto& workload : Workload::read(path)) {
      if (workload.edits.empty()) continue;
      results.push_back(measure(workload));
      if (workload.name == "a-chat12-keyboard") results.push_back(measure_windows(workload));
    }
  }
  std::printf("%s\n", results.dump().c_str());
}
