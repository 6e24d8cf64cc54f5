// Evdev nodes under umockdev that behave as the kernel's do, also while they die: for tests only.
//
// umockdev alone keeps a removed node silent for ever; here it hangs up and reads ENODEV, and the order of that and
// udev's "remove" is the test's to choose. Event masks (EVIOCSMASK) filter what is emitted, as in the kernel.
#ifndef MOCK_INPUT_H
#define MOCK_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct libevdev;
typedef struct mock_testbed mock_testbed;
typedef struct mock_device mock_device;

/// Makes /sys and /dev of this process, and of children started afterwards, those of an empty machine.
/// The process must run under umockdev-wrapper. One testbed at a time.
///
/// umockdev keeps a descriptor for every node that it ever had. An endless testbed closes them, at the price that it
/// leaves its folder and its thread behind.
mock_testbed *mock_testbed_new(bool is_endless);
void mock_testbed_free(mock_testbed *testbed);

/// Adds devices in umockdev's own language; each one sends an "add" uevent. Returns false with a message in `error`.
bool mock_testbed_add(mock_testbed *testbed, const char *description, char *error, size_t error_size);

/// Sends a uevent for a device.
void mock_testbed_uevent(mock_testbed *testbed, const char *syspath, const char *action);

/// Takes a node out of /sys and /dev, without a uevent. Whoever has it open keeps it until it dies.
void mock_device_remove(mock_device *device, const char *syspath);

/// Sets a udev property; the next uevent carries it.
void mock_testbed_set_property(mock_testbed *testbed, const char *syspath, const char *name, const char *value);

/// Answers for an evdev node from now on. Call it before the node is added: whoever hears of it opens it at once.
/// Returns NULL with a message in `error`.
mock_device *mock_device_new(mock_testbed *testbed, const char *node, char *error, size_t error_size);
void mock_device_free(mock_device *device);

/// The node's name, ids and capabilities: fill it before the node is added.
struct libevdev *mock_device_model(mock_device *device);

/// Has the kernel be older than 4.4: EVIOCSMASK fails, nothing is filtered. Call it before the node is added.
void mock_device_refuse_masks(mock_device *device);

/// One event as the hardware would make it. Returns whether the mask let it through; a key's state changes either way.
bool mock_device_emit(mock_device *device, uint16_t type, uint16_t code, int32_t value);

/// Lets so many microseconds pass on the device's clock, at once: what it emits from now on is that much later.
void mock_device_advance(mock_device *device, int64_t microseconds);

/// Changes a key's state without an event, as events are lost before SYN_DROPPED.
void mock_device_set_key(mock_device *device, uint16_t code, bool down);

/// Changes a switch's state without an event, as it is before anybody has the node open.
void mock_device_set_switch(mock_device *device, uint16_t code, bool on);

/// The node fails from now on: it hangs up, and every call on it gives `error` (ENODEV when unplugged).
void mock_device_die(mock_device *device, int error);

/// How often the node was opened, and grabbed.
int mock_device_opens(const mock_device *device);
int mock_device_grabs(const mock_device *device);

/// Whether the reader's mask lets a key through.
bool mock_device_passes(const mock_device *device, uint16_t type, uint16_t code);

#endif
