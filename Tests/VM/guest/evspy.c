/* evspy [-a]: shows what a keyboard daemon would see: udev's "input" monitor, and every keyboard read
 * with libevdev (-a: every event device).  One flushed line per fact, each with seconds of
 * CLOCK_MONOTONIC in front:
 *
 *   K <action> <node>                                       uevent from the kernel
 *   U <action> <node> kbd=1 key=1 bus=usb name="..."        udev is done with it ("present" at start)
 *   O <node>                  opened             F <node> <reason>      could not be opened
 *   E <node> EV_KEY KEY_A 1   event              D <node> SYN_DROPPED   events were lost
 *   G <node> ENODEV           gone               READY                  all present devices are open
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <libudev.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MAX_DEVICES = 64, KERNEL_MONITOR = MAX_DEVICES, UDEV_MONITOR, POLLED };

struct device {
    struct libevdev *evdev;     /* NULL: this slot is free */
    int fd;
    char node[64];
};

static struct device devices[MAX_DEVICES];
static bool open_every_device;

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    struct timespec now;
    va_list arguments;
    clock_gettime(CLOCK_MONOTONIC, &now);
    printf("%ld.%06ld ", (long)now.tv_sec, now.tv_nsec / 1000);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

static void open_device(const char *node)
{
    struct device *slot = devices;
    while (slot < devices + MAX_DEVICES && slot->evdev)
        slot++;
    if (slot == devices + MAX_DEVICES) {
        say("F %s evspy has no room for more devices", node);
        return;
    }
    slot->fd = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (slot->fd < 0) {
        say("F %s %s", node, strerror(errno));
        return;
    }
    int error = libevdev_new_from_fd(slot->fd, &slot->evdev);
    if (error < 0) {
        say("F %s %s", node, strerror(-error));
        close(slot->fd);
        slot->evdev = NULL;
        return;
    }
    snprintf(slot->node, sizeof slot->node, "%s", node);
    say("O %s", node);
}

static const char *property(struct udev_device *device, const char *name)
{
    const char *value = udev_device_get_property_value(device, name);
    return value ? value : "-";
}

/* Show a udev device and open it if it is a keyboard that udev is done with. */
static void handle_uevent(struct udev_device *device, bool from_kernel)
{
    const char *node = udev_device_get_devnode(device), *action = udev_device_get_action(device);
    if (!node || !strstr(node, "/event"))
        return;
    if (from_kernel) {
        say("K %s %s", action, node);
        return;
    }
    struct udev_device *parent = udev_device_get_parent_with_subsystem_devtype(device, "input", NULL);
    const char *name = parent ? udev_device_get_sysattr_value(parent, "name") : NULL;
    bool is_keyboard = !strcmp(property(device, "ID_INPUT_KEYBOARD"), "1");
    say("U %s %s kbd=%s key=%s bus=%s name=\"%s\"", action ? action : "present", node,
        property(device, "ID_INPUT_KEYBOARD"), property(device, "ID_INPUT_KEY"), property(device, "ID_BUS"),
        name ? name : "");
    if ((!action || !strcmp(action, "add")) && (is_keyboard || open_every_device))
        open_device(node);
}

static void show_event(const struct device *device, const struct input_event *event)
{
    if (event->type == EV_SYN || event->type == EV_MSC)
        return;
    const char *type = libevdev_event_type_get_name(event->type);
    const char *code = libevdev_event_code_get_name(event->type, event->code);
    say("E %s %s %s %d", device->node, type ? type : "?", code ? code : "?", event->value);
}

static void read_device(struct device *device)
{
    struct input_event event;
    int status;
    while ((status = libevdev_next_event(device->evdev, LIBEVDEV_READ_FLAG_NORMAL, &event)) >= 0) {
        if (status == LIBEVDEV_READ_STATUS_SYNC) {
            say("D %s SYN_DROPPED", device->node);
            while (libevdev_next_event(device->evdev, LIBEVDEV_READ_FLAG_SYNC, &event) == LIBEVDEV_READ_STATUS_SYNC)
                show_event(device, &event);
        } else {
            show_event(device, &event);
        }
    }
    if (status == -EAGAIN)
        return;
    say("G %s %s", device->node, status == -ENODEV ? "ENODEV" : strerror(-status));
    libevdev_free(device->evdev);
    close(device->fd);
    device->evdev = NULL;
}

static struct udev_monitor *start_monitor(struct udev *udev, const char *source)
{
    struct udev_monitor *monitor = udev_monitor_new_from_netlink(udev, source);
    if (!monitor || udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", NULL) < 0
        || udev_monitor_enable_receiving(monitor) < 0) {
        fprintf(stderr, "evspy: no %s monitor: %s\n", source, strerror(errno));
        exit(1);
    }
    return monitor;
}

static void handle_monitor(struct udev_monitor *monitor, bool from_kernel)
{
    struct udev_device *device = udev_monitor_receive_device(monitor);
    if (!device)
        return;
    handle_uevent(device, from_kernel);
    udev_device_unref(device);
}

static void open_present_devices(struct udev *udev)
{
    struct udev_enumerate *found = udev_enumerate_new(udev);
    struct udev_list_entry *entry;
    udev_enumerate_add_match_subsystem(found, "input");
    udev_enumerate_scan_devices(found);
    udev_list_entry_foreach(entry, udev_enumerate_get_list_entry(found)) {
        struct udev_device *device = udev_device_new_from_syspath(udev, udev_list_entry_get_name(entry));
        if (!device)
            continue;       /* unplugged since the scan */
        handle_uevent(device, false);
        udev_device_unref(device);
    }
    udev_enumerate_unref(found);
}

int main(int argc, char **argv)
{
    open_every_device = argc > 1 && !strcmp(argv[1], "-a");
    setvbuf(stdout, NULL, _IOLBF, 0);
    struct udev *udev = udev_new();
    if (!udev)
        return 1;
    /* First listen, then look: a device that comes in between is seen by the monitor. */
    struct udev_monitor *kernel = start_monitor(udev, "kernel"), *done = start_monitor(udev, "udev");
    open_present_devices(udev);
    say("READY");
    for (;;) {
        struct pollfd fds[POLLED];
        for (int i = 0; i < MAX_DEVICES; i++)
            fds[i] = (struct pollfd){ .fd = devices[i].evdev ? devices[i].fd : -1, .events = POLLIN };
        fds[KERNEL_MONITOR] = (struct pollfd){ .fd = udev_monitor_get_fd(kernel), .events = POLLIN };
        fds[UDEV_MONITOR] = (struct pollfd){ .fd = udev_monitor_get_fd(done), .events = POLLIN };
        if (poll(fds, POLLED, -1) < 0 && errno != EINTR)
            return 1;
        for (int i = 0; i < MAX_DEVICES; i++)
            if (fds[i].revents)
                read_device(&devices[i]);
        if (fds[KERNEL_MONITOR].revents)
            handle_monitor(kernel, true);
        if (fds[UDEV_MONITOR].revents)
            handle_monitor(done, false);
    }
}
