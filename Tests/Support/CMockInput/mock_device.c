// One evdev node: answers the ioctls that libevdev and the daemon make, from a libevdev model.
#define _GNU_SOURCE
#include "mock_private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-object.h>
#include <libevdev/libevdev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <unistd.h>

static bool test_bit(const uint8_t *bits, unsigned bit) { return bits[bit / 8] & (1u << (bit % 8)); }

// EVIOCGBIT: the types, or the codes of one type, that the model has.
static void capability_bits(struct libevdev *model, unsigned type, uint8_t *out, size_t size) {
  if (type == 0) {
    for (unsigned t = 0; t <= EV_MAX && t / 8 < size; t++)
      if (libevdev_has_event_type(model, t)) out[t / 8] |= 1u << (t % 8);
    return;
  }
  int max = libevdev_event_type_get_max(type);
  for (int code = 0; code <= max && (size_t)code / 8 < size; code++)
    if (libevdev_has_event_code(model, type, code)) out[code / 8] |= 1u << (code % 8);
}

static long copy_string(const char *string, uint8_t *out, size_t size) {
  size_t length = strlen(string) + 1;
  if (length > size) length = size;
  memcpy(out, string, length);
  return length;
}

// Fills the answer to a reading ioctl; returns its result, or -1 for one that the kernel would not know.
static long answer(mock_device *device, unsigned number, uint8_t *out, size_t size) {
  struct libevdev *model = device->model;
  const char *string = NULL;
  switch (number) {
    case _IOC_NR(EVIOCGVERSION): {
      int version = 0x010001;
      memcpy(out, &version, sizeof version);
      return 0;
    }
    case _IOC_NR(EVIOCGID): {
      struct input_id id = {libevdev_get_id_bustype(model), libevdev_get_id_vendor(model),
                            libevdev_get_id_product(model), libevdev_get_id_version(model)};
      memcpy(out, &id, sizeof id);
      return 0;
    }
    case _IOC_NR(EVIOCGREP): {
      unsigned repeat[2] = {250, 33};
      memcpy(out, repeat, sizeof repeat);
      return 0;
    }
    case _IOC_NR(EVIOCGNAME(0)): return copy_string(libevdev_get_name(model), out, size);
    case _IOC_NR(EVIOCGPHYS(0)): string = libevdev_get_phys(model); return copy_string(string ? string : "", out, size);
    case _IOC_NR(EVIOCGUNIQ(0)): string = libevdev_get_uniq(model); return copy_string(string ? string : "", out, size);
    case _IOC_NR(EVIOCGPROP(0)): return size;
    case _IOC_NR(EVIOCGKEY(0)):
      memcpy(out, device->down, size < sizeof device->down ? size : sizeof device->down);
      return size;
    case _IOC_NR(EVIOCGSW(0)):
      memcpy(out, device->switches, size < sizeof device->switches ? size : sizeof device->switches);
      return size;
    case _IOC_NR(EVIOCGLED(0)):
    case _IOC_NR(EVIOCGSND(0)): return size;
  }
  if (number >= _IOC_NR(EVIOCGBIT(0, 0)) && number <= _IOC_NR(EVIOCGBIT(EV_MAX, 0))) {
    capability_bits(model, number - _IOC_NR(EVIOCGBIT(0, 0)), out, size);
    return size;
  }
  if (number >= _IOC_NR(EVIOCGABS(0)) && number <= _IOC_NR(EVIOCGABS(ABS_MAX))) {
    const struct input_absinfo *info = libevdev_get_abs_info(model, number - _IOC_NR(EVIOCGABS(0)));
    if (!info) return -1;
    memcpy(out, info, sizeof *info);
    return 0;
  }
  return -1;
}

// EVIOCSMASK: the mask lies behind a pointer in the argument.
static int set_mask(mock_device *device, UMockdevIoctlData *argument) {
  if (device->refuses_masks) return EINVAL;
  struct input_mask mask;
  if (argument->data_len < (gssize)sizeof mask) return EFAULT;
  memcpy(&mask, argument->data, sizeof mask);
  // The kernel takes whole words only (bits_from_user in drivers/input/evdev.c).
  if (mask.type >= EV_CNT || mask.codes_size % sizeof(long) || mask.codes_size > sizeof device->mask[0]) return EINVAL;
  UMockdevIoctlData *codes =
      umockdev_ioctl_data_resolve(argument, offsetof(struct input_mask, codes_ptr), mask.codes_size, NULL);
  if (!codes) return EFAULT;
  memset(device->mask[mask.type], 0, sizeof device->mask[0]);
  memcpy(device->mask[mask.type], codes->data, mask.codes_size);
  device->is_masked[mask.type] = true;
  g_object_unref(codes);
  return 0;
}

static gboolean on_ioctl(UMockdevIoctlBase *base, UMockdevIoctlClient *client, gpointer context) {
  (void)base;
  mock_device *device = context;
  unsigned long request = umockdev_ioctl_client_get_request(client);
  if (_IOC_TYPE(request) != 'E') return FALSE;
  int failure = atomic_load(&device->failure);
  if (failure) {
    umockdev_ioctl_client_complete(client, -1, failure);
    return TRUE;
  }
  size_t size = _IOC_SIZE(request);
  uint8_t buffer[4096] = {0};
  long result = -1;
  int error = EINVAL;
  g_mutex_lock(&device->lock);
  if (request == EVIOCGRAB) {
    atomic_fetch_add(&device->grabs, 1);
    result = 0;
  } else if (request == EVIOCSCLOCKID) {
    result = 0;
  } else if (size <= sizeof buffer) {
    UMockdevIoctlData *argument =
        umockdev_ioctl_data_resolve(umockdev_ioctl_client_get_arg(client), 0, size, NULL);
    if (argument && request == EVIOCSMASK) {
      error = set_mask(device, argument);
      result = error ? -1 : 0;
    } else if (argument && (_IOC_DIR(request) & _IOC_READ)) {
      result = answer(device, _IOC_NR(request), buffer, size);
      if (result >= 0) umockdev_ioctl_data_update(argument, 0, buffer, size);
    }
    if (argument) g_object_unref(argument);
  }
  g_mutex_unlock(&device->lock);
  umockdev_ioctl_client_complete(client, result, result < 0 ? error : 0);
  return TRUE;
}

static gboolean on_read(UMockdevIoctlBase *base, UMockdevIoctlClient *client, gpointer context) {
  (void)base;
  mock_device *device = context;
  int failure = atomic_load(&device->failure);
  if (!failure) return FALSE;
  umockdev_ioctl_client_complete(client, -1, failure);
  return TRUE;
}

static void on_connected(UMockdevIoctlBase *base, UMockdevIoctlClient *client, gpointer context) {
  (void)base;
  (void)client;
  mock_device *device = context;
  // A mask belongs to one open file.
  g_mutex_lock(&device->lock);
  memset(device->is_masked, 0, sizeof device->is_masked);
  g_mutex_unlock(&device->lock);
  atomic_fetch_add(&device->opens, 1);
}

mock_device *mock_device_new(mock_testbed *testbed, const char *node, char *error, size_t error_size) {
  mock_device *device = calloc(1, sizeof *device);
  g_mutex_init(&device->lock);
  device->umockdev = testbed->umockdev;
  device->closes_master = testbed->is_endless;
  device->model = libevdev_new();
  device->master = device->umockdev_master = -1;
  snprintf(device->node, sizeof device->node, "%s", node);
  device->handler = umockdev_ioctl_base_new();
  g_signal_connect(device->handler, "handle-ioctl", G_CALLBACK(on_ioctl), device);
  g_signal_connect(device->handler, "handle-read", G_CALLBACK(on_read), device);
  g_signal_connect(device->handler, "client-connected", G_CALLBACK(on_connected), device);
  GError *problem = NULL;
  if (umockdev_testbed_attach_ioctl(testbed->umockdev, node, device->handler, &problem)) return device;
  snprintf(error, error_size, "%s", problem ? problem->message : "umockdev gave no reason");
  g_clear_error(&problem);
  mock_device_free(device);
  return NULL;
}

static void release_pty(mock_device *device);

void mock_device_free(mock_device *device) {
  GError *problem = NULL;
  umockdev_testbed_detach_ioctl(device->umockdev, device->node, &problem);
  g_clear_error(&problem);
  g_object_unref(device->handler);
  libevdev_free(device->model);
  release_pty(device);
  if (device->master >= 0) close(device->master);
  g_mutex_clear(&device->lock);
  free(device);
}

struct libevdev *mock_device_model(mock_device *device) { return device->model; }

void mock_device_refuse_masks(mock_device *device) { device->refuses_masks = true; }

bool mock_device_passes(const mock_device *device, uint16_t type, uint16_t code) {
  // As __evdev_is_filtered in drivers/input/evdev.c: EV_SYN always passes, and its mask is the mask of the types.
  if (type == EV_SYN || type >= EV_CNT) return true;
  GMutex *lock = (GMutex *)&device->lock;
  g_mutex_lock(lock);
  bool passes = (!device->is_masked[EV_SYN] || test_bit(device->mask[EV_SYN], type)) &&
                (!device->is_masked[type] || test_bit(device->mask[type], code));
  g_mutex_unlock(lock);
  return passes;
}

void mock_device_set_key(mock_device *device, uint16_t code, bool down) {
  g_mutex_lock(&device->lock);
  if (down) device->down[code / 8] |= 1u << (code % 8);
  else device->down[code / 8] &= ~(1u << (code % 8));
  g_mutex_unlock(&device->lock);
}

void mock_device_set_switch(mock_device *device, uint16_t code, bool on) {
  g_mutex_lock(&device->lock);
  if (on) device->switches[code / 8] |= 1u << (code % 8);
  else device->switches[code / 8] &= ~(1u << (code % 8));
  g_mutex_unlock(&device->lock);
}

static int master_of(mock_device *device) {
  if (device->master < 0) {
    device->umockdev_master = umockdev_testbed_get_dev_fd(device->umockdev, device->node);
    device->master = fcntl(device->umockdev_master, F_DUPFD_CLOEXEC, 0);
  }
  return device->master;
}

// umockdev maps pts numbers to nodes and never forgets one, but the kernel gives numbers out again: a node that comes
// later would fail an assertion in umockdev.
static void forget_pts(mock_device *device) {
  char slave[64], path[512];
  if (ptsname_r(master_of(device), slave, sizeof slave) != 0) return;
  for (char *c = slave; *c; c++)
    if (*c == '/') *c = '_';
  char *root = umockdev_testbed_get_root_dir(device->umockdev);
  snprintf(path, sizeof path, "%s/dev/.ptymap/%s", root, slave);
  unlink(path);
  g_free(root);
}

// umockdev keeps its descriptor of a node for as long as the testbed lives, also when the node has been removed, and
// there are only so many ptys: it gets a harmless file in its place. Closing it would have it close another one later.
static void release_pty(mock_device *device) {
  int harmless = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (device->umockdev_master >= 0) dup2(harmless, device->umockdev_master);
  if (device->master >= 0) dup2(harmless, device->master);
  close(harmless);
  if (!device->closes_master) return;
  close(device->umockdev_master);
  device->umockdev_master = -1;
}

void mock_device_remove(mock_device *device, const char *syspath) {
  forget_pts(device);
  umockdev_testbed_remove_device(device->umockdev, syspath);
}

bool mock_device_emit(mock_device *device, uint16_t type, uint16_t code, int32_t value) {
  if (type == EV_KEY && value != 2) mock_device_set_key(device, code, value != 0);
  if (type == EV_SW) mock_device_set_switch(device, code, value != 0);
  if (!mock_device_passes(device, type, code)) return false;
  struct input_event event = {.type = type, .code = code, .value = value};
  struct timeval now;
  gettimeofday(&now, NULL);
  int64_t time = now.tv_sec * INT64_C(1000000) + now.tv_usec + device->later;
  event.time.tv_sec = time / 1000000;
  event.time.tv_usec = time % 1000000;
  return write(master_of(device), &event, sizeof event) == sizeof event;
}

void mock_device_advance(mock_device *device, int64_t microseconds) { device->later += microseconds; }

void mock_device_die(mock_device *device, int error) {
  atomic_store(&device->failure, error);
  forget_pts(device);
  // The node hangs up when no copy of its pty's master is left.
  release_pty(device);
}

int mock_device_opens(const mock_device *device) { return atomic_load(&device->opens); }
int mock_device_grabs(const mock_device *device) { return atomic_load(&device->grabs); }
