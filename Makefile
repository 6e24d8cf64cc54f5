# Keyguide: everything a developer or packager types. `make help` lists it.

# What is needed, as Debian packages; the one list.
BUILD_PACKAGES := pkg-config g++ libevdev-dev libudev-dev libsystemd-dev libseccomp-dev libtomlplusplus-dev \
  libwayland-dev
# A real session on a screen that nobody sees, with the on-screen keyboards that people run.
SESSION_PACKAGES := sway wvkbd squeekboard foot grim fonts-dejavu-core libglib2.0-bin dconf-service \
  dconf-gsettings-backend gsettings-desktop-schemas
TEST_PACKAGES := $(BUILD_PACKAGES) umockdev libumockdev-dev systemd python3 python3-venv dbus-daemon python3-dbusmock \
  $(SESSION_PACKAGES)
VM_PACKAGES := $(BUILD_PACKAGES) binutils python3 qemu-system-x86 mmdebstrap kmod xz-utils gcc libc6-dev dpkg-dev
BENCH_PACKAGES := $(BUILD_PACKAGES) nlohmann-json3-dev python3 python3-pip
PLUGINS := bar-items compositor-sway osk-command osk-dbus osk-gnome osk-wvkbd
# The headers of the peer that the solver is measured against; they are in PyPI's source archive.
KIWI_VERSION := 1.5.1
WORKLOADS := Benchmarks/workloads
# PyPI's varlink: a client that we did not write.
VARLINK_VERSION := 31.0.0

DESTDIR ?=
PREFIX ?= /usr
VENV := .build/venv
FUZZ_SECONDS ?= 300
FUZZ_TARGET ?=
PLUG_CYCLES ?= 10000
SOLVER_CHANGES ?= 1000000
CONNECTIONS ?= 1000000
STORM_UPDATES ?= 50000
DEATHS ?= 1000
VERSION := $(shell sed -n 's/^public let keyguideVersion = "\(.*\)"/\1/p' Sources/KeyguideAPI/KeyguideVersion.swift)
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)

.PHONY: help run test check-template soak test-sanitizers test-vm vm bench bench-kiwi rules fuzz lint build release install deb check-units clean
.PHONY: packages-build packages-test packages-vm packages-bench swift

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: build ## start a private daemon and show what it sees, until Ctrl-C
	@.build/debug/keyguidectl demo

build: swift packages-build ## build for debugging
	swift build

test: swift packages-test $(VENV)/ready check-units rules check-template ## build and run every test
	swift build --build-tests
	swift test --skip-build --disable-xctest --skip IntegrationTests
	@# The mock devices need umockdev's preload, and a process of their own.
	KEYGUIDE_TEST_PYTHON=$(CURDIR)/$(VENV)/bin/python \
	  umockdev-wrapper swift test --skip-build --disable-xctest --filter IntegrationTests

check-template: swift packages-build ## build the plugin of the README as somebody who follows it does
	rm -rf .build/template/my-keyboard/Sources
	mkdir -p .build/template
	cp -r Templates/plugin/. .build/template/my-keyboard
	ln -sfn ../.. .build/template/keyguide
	swift build --package-path .build/template/my-keyboard

soak: swift packages-test $(VENV)/ready ## 10,000 devices, a million clients, storms, thousands of deaths, a million changes of layouts: nothing is left behind
	swift build --build-tests
	KEYGUIDE_PLUG_CYCLES=$(PLUG_CYCLES) KEYGUIDE_CONNECTIONS=$(CONNECTIONS) KEYGUIDE_DEATHS=$(DEATHS) \
	  KEYGUIDE_TEST_PYTHON=$(CURDIR)/$(VENV)/bin/python \
	  umockdev-wrapper swift test --skip-build --disable-xctest --filter 'PlugCycleTests|SlowClientTests/comeAndGo|RestartTests'
	KEYGUIDE_CONNECTIONS=$(CONNECTIONS) KEYGUIDE_STORM_UPDATES=$(STORM_UPDATES) \
	  swift test --skip-build --disable-xctest --filter StormTests
	@# A million changes would take an hour in a debug build; for that, the address sanitizer watches them.
	KEYGUIDE_SOLVER_CHANGES=$(SOLVER_CHANGES) swift test -c release -Xswiftc -enable-testing --sanitize address \
	  --scratch-path .build/soak --disable-xctest --filter ConstraintSolverTests.ChurnTests

test-sanitizers: swift packages-test $(VENV)/ready ## run the tests under address sanitizer, and those without devices under thread sanitizer
	swift build --build-tests --sanitize address --scratch-path .build/address
	LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Support/leaks.supp \
	  swift test --skip-build --sanitize address --scratch-path .build/address --disable-xctest --skip IntegrationTests
	@# A plugin in its sandbox has not the memory that the sanitizer wants.
	KEYGUIDE_TEST_PYTHON=$(CURDIR)/$(VENV)/bin/python LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Support/leaks.supp \
	  umockdev-wrapper swift test --skip-build --sanitize address --scratch-path .build/address --disable-xctest \
	  --filter IntegrationTests --skip 'EndToEndTests|RestartTests'
	@# A daemon that hands over ends with all that it had.
	KEYGUIDE_TEST_PYTHON=$(CURDIR)/$(VENV)/bin/python ASAN_OPTIONS=detect_leaks=0 \
	  umockdev-wrapper swift test --skip-build --sanitize address --scratch-path .build/address --disable-xctest \
	  --filter RestartTests
	swift test --sanitize thread --scratch-path .build/thread --disable-xctest --skip IntegrationTests

test-vm: packages-vm deb ## test the installed package in Debian 12 and 13 guests with a real kernel
	$(SUDO) python3 Tests/VM/run.py --deb .build/deb/keyguide.deb

vm: packages-vm deb ## boot a guest with Keyguide, plug keyboards into it by hand, and watch
	$(SUDO) python3 Tests/VM/console.py --deb .build/deb/keyguide.deb --watch 'exec keyguidectl watch'

rules: packages-test ## print which rule is named in which test, and why some are not
	@python3 Tests/Rules/table.py

bench: swift packages-build ## measure the state machine, the constraint solver, layouts, and the daemon beside hostile plugins
	swift build -c release --product keyguide-bench
	.build/release/keyguide-bench seat
	.build/release/keyguide-bench solver $(WORKLOADS)
	.build/release/keyguide-bench layout Config/layouts
	swift build -c release --product keyguided
	.build/release/keyguide-bench service

bench-kiwi: swift packages-bench ## measure the constraint solver and kiwi, the C++ one of kiwisolver, in turn
	swift build -c release --product keyguide-bench
	test -d .build/kiwi/kiwisolver-$(KIWI_VERSION) || { mkdir -p .build/kiwi && \
	  pip download --no-binary :all: --no-deps -d .build/kiwi kiwisolver==$(KIWI_VERSION) && \
	  tar -xzf .build/kiwi/kiwisolver-$(KIWI_VERSION).tar.gz -C .build/kiwi; }
	g++ -std=c++17 -O3 -march=native -I.build/kiwi/kiwisolver-$(KIWI_VERSION) -o .build/kiwi/kiwi-bench \
	  Benchmarks/kiwi/kiwi-bench.cpp
	python3 Benchmarks/kiwi/compare.py .build/release/keyguide-bench .build/kiwi/kiwi-bench $(WORKLOADS)

fuzz: swift packages-build ## feed made-up bytes to every parser, or to FUZZ_TARGET alone, for FUZZ_SECONDS
	FUZZ=1 swift build -c release --product keyguide-fuzz --scratch-path .build/fuzz
	mkdir -p .build/fuzz/corpus-$(FUZZ_TARGET)
	@# Something well-formed to begin with.
	head -c 4000 Config/devices/devices.toml > .build/fuzz/corpus-$(FUZZ_TARGET)/devices.toml
	head -n 1 Tests/DeviceClassificationTests/Fixtures/devices.jsonl > .build/fuzz/corpus-$(FUZZ_TARGET)/device.json
	cp Tests/SeatReplayTests/Scenarios/*.jsonl Config/keyguided.toml .build/fuzz/corpus-$(FUZZ_TARGET)
	for file in Tests/SeatReplayTests/Scenarios/*.jsonl; do \
	  sed '1d;s/^#.*//' $$file > .build/fuzz/corpus-$(FUZZ_TARGET)/$$(basename $$file .jsonl)-inputs.jsonl; done
	sed 's/^#\([A-Z[]\)/\1/' Config/keyguided.toml > .build/fuzz/corpus-$(FUZZ_TARGET)/settings.toml
	printf 'name="a"\napi=1\nexecutable="/a"\nroles=["compositor"]\n[capabilities]\nread=["~/b"]\n[limits]\nmemory=67108864\n' \
	  > .build/fuzz/corpus-$(FUZZ_TARGET)/manifest.toml
	printf 'Control+Alt+Meta+PageUp' > .build/fuzz/corpus-$(FUZZ_TARGET)/chord
	printf 'field.bottom <= keyboard.top - 2 * spacing @high' > .build/fuzz/corpus-$(FUZZ_TARGET)/constraint
	cp Config/layouts/*.json .build/fuzz/corpus-$(FUZZ_TARGET)
	printf '{"type":"root","nodes":[{"id":3,"type":"output","name":"A","rect":{"x":0,"y":0,"width":9,"height":9},"focus":[4],"nodes":[{"id":4,"type":"workspace","pid":5}]}]}' \
	  > .build/fuzz/corpus-$(FUZZ_TARGET)/sway-tree
	printf 'i3-ipc\020\0\0\0\002\0\0\0{"success":true}' > .build/fuzz/corpus-$(FUZZ_TARGET)/sway-message
	printf '\377{"method":"io.keyguide.Monitor.Subscribe","more":true,"parameters":{"since":{"epoch":"a","seq":1}}}\0{"method":"io.keyguide.Control.Clients"}\0' \
	  > .build/fuzz/corpus-$(FUZZ_TARGET)/subscribe
	@# The fuzzed service has a provider p1 with every role.
	printf '\377{"method":"io.keyguide.Provider.ReportKeyboard","parameters":{"provider":"p1","kind":"docked","screen":"a","frame":{"x":0,"y":400,"width":1280,"height":400},"interactive":true,"duration":0.2,"request":1}}\0{"method":"io.keyguide.Provider.List"}\0' \
	  > .build/fuzz/corpus-$(FUZZ_TARGET)/report-keyboard
	printf '\377{"method":"io.keyguide.Provider.ReportScreens","parameters":{"provider":"p1","screens":[{"name":"a","frame":{"x":0,"y":0,"width":1280,"height":800},"scale":2,"bottomSafeArea":20,"usable":{"x":0,"y":0,"width":1280,"height":500}}]}}\0{"method":"io.keyguide.Provider.ReportWindows","parameters":{"provider":"p1","windows":[{"id":"1","pid":1,"application":"a","screen":"a","frame":{"x":0,"y":0,"width":640,"height":800},"focused":true}]}}\0' \
	  > .build/fuzz/corpus-$(FUZZ_TARGET)/report-windows
	printf '\377{"method":"io.keyguide.Provider.ReportBarContent","parameters":{"provider":"p1","application":"a","content":{"leading":[{"items":[{"id":"b"}]}]}}}\0{"method":"io.keyguide.Provider.Finish","parameters":{"provider":"p1","request":1,"problem":"no"}}\0' \
	  > .build/fuzz/corpus-$(FUZZ_TARGET)/report-bar
	printf '\377{"method":"io.keyguide.Service.Confine","parameters":{"name":"a","rights":["provide"],"roles":["compositor"]}}\0{"method":"io.keyguide.Provider.Register","more":true,"parameters":{"name":"a","apiVersion":1,"roles":["compositor"]}}\0' \
	  > .build/fuzz/corpus-$(FUZZ_TARGET)/register
	printf '\377{"method":"io.keyguide.Layout.Open","more":true,"parameters":{"focus":"a","layout":{"views":{"a":{}}}}}\0' \
	  > .build/fuzz/corpus-$(FUZZ_TARGET)/open
	FUZZ_TARGET=$(FUZZ_TARGET) SWIFT_BACKTRACE=enable=no .build/fuzz/release/keyguide-fuzz \
	  -max_total_time=$(FUZZ_SECONDS) -max_len=8192 -artifact_prefix=.build/fuzz/ .build/fuzz/corpus-$(FUZZ_TARGET)

lint: swift ## check the format of every Swift file
	swift format lint --strict --recursive Package.swift Sources Templates Tests

release: swift packages-build ## build as it is installed: optimised, Swift's libraries inside
	swift build -c release --static-swift-stdlib --product keyguided
	swift build -c release --static-swift-stdlib --product keyguidectl
	swift build -c release --static-swift-stdlib --product keyguide-plugin-host
	for plugin in $(PLUGINS); do swift build -c release --static-swift-stdlib --product $$plugin || exit 1; done

install: release ## install below $(DESTDIR)$(PREFIX)
	install -D -m 755 -s -t $(DESTDIR)$(PREFIX)/bin .build/release/keyguided .build/release/keyguidectl \
	  .build/release/keyguide-plugin-host
	install -D -m 755 -s -t $(DESTDIR)$(PREFIX)/libexec/keyguide/plugins $(PLUGINS:%=.build/release/%)
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/keyguide/plugins $(PLUGINS:%=Config/plugins/%.toml)
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/keyguide/examples Config/examples/*.toml
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/systemd/system systemd/keyguided.service systemd/keyguided.socket \
	  systemd/keyguide-plugin-host-system.service
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/systemd/user systemd/user/keyguide-plugin-host.service
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/systemd/catalog systemd/keyguide.catalog
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/sysusers.d systemd/sysusers.d/keyguide.conf
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/tmpfiles.d systemd/tmpfiles.d/keyguide.conf
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/dbus-1/system.d Config/dbus/io.keyguide.conf
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/keyguide Config/keyguided.toml Config/devices/devices.toml
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/keyguide/layouts Config/layouts/*.json
	install -D -m 755 -t $(DESTDIR)$(PREFIX)/libexec/keyguide/plugins Config/plugins/language-letters
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/keyguide/plugins Config/plugins/*.toml

deb: ## build a Debian package in .build/deb
	rm -rf .build/deb && mkdir -p .build/deb/tree/DEBIAN
	$(MAKE) install DESTDIR=.build/deb/tree PREFIX=/usr
	sed -e 's/@VERSION@/$(VERSION)/' -e "s/@ARCHITECTURE@/$$(dpkg --print-architecture)/" \
	  Config/debian/control > .build/deb/tree/DEBIAN/control
	install -m 755 -t .build/deb/tree/DEBIAN Config/debian/postinst Config/debian/prerm
	@# The same content makes the same package: whoever caches by content builds nothing anew.
	SOURCE_DATE_EPOCH=0 dpkg-deb --root-owner-group --build .build/deb/tree .build/deb/keyguide.deb

check-units: packages-test ## check the systemd units
	@rm -rf .build/units && mkdir -p .build/units
	@# systemd-analyze wants the programs to exist; here they are not installed, so any program stands in for them.
	@mkdir -p -m 700 .build/units/user
	@for unit in systemd/*.service systemd/*.socket systemd/user/*.service; do \
	  sed 's|^ExecStart=/usr/bin/keyguide[a-z-]*|ExecStart=/bin/true|' $$unit > .build/units/$${unit#systemd/}; done
	@systemd-analyze verify .build/units/*.service .build/units/*.socket 2>&1 \
	  | tee .build/units/problems; test ! -s .build/units/problems
	@XDG_RUNTIME_DIR=$(CURDIR)/.build/units/user systemd-analyze --user verify .build/units/user/*.service 2>&1 \
	  | tee .build/units/problems; test ! -s .build/units/problems
	@# The catalog of log messages compiles.
	@mkdir -p .build/units/root/usr/lib/systemd/catalog && cp systemd/keyguide.catalog .build/units/root/usr/lib/systemd/catalog
	@journalctl --root=$(CURDIR)/.build/units/root --update-catalog
	@journalctl --root=$(CURDIR)/.build/units/root --list-catalog >/dev/null
	@systemd-analyze security --offline=true --threshold=12 systemd/keyguided.service | tail -n 1
	@systemd-analyze security --offline=true --threshold=18 systemd/keyguide-plugin-host-system.service | tail -n 1

clean: ## remove everything that was built
	rm -rf .build

$(VENV)/ready: | packages-test
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check varlink==$(VARLINK_VERSION)
	touch $@

swift:
	@command -v swift >/dev/null || { \
	  echo "Swift 6.3 is needed, and is not installed. https://www.swift.org/install/linux has it for Debian;" >&2; \
	  echo "unpack it, put its usr/bin into PATH, and try again." >&2; exit 1; }

# Installs what is missing of a list, and says so.
define install_packages
	@missing=$$(for package in $(1); do \
	  dpkg-query -W -f '$${db:Status-Status}\n' $$package 2>/dev/null | grep -qx installed || echo $$package; done); \
	if [ -n "$$missing" ]; then \
	  echo "Installing Debian packages:" $$missing; \
	  $(SUDO) apt-get update -q && $(SUDO) env DEBIAN_FRONTEND=noninteractive \
	    apt-get install -q -y --no-install-recommends $$missing; \
	fi
endef

packages-build:
	$(call install_packages,$(BUILD_PACKAGES))

packages-test:
	$(call install_packages,$(TEST_PACKAGES))

packages-bench:
	$(call install_packages,$(BENCH_PACKAGES))

packages-vm:
	$(call install_packages,$(VM_PACKAGES))
