/* uidev: a uinput device that lives until its standard input closes.
 *
 *   uidev FILE                              from an evemu description (its N: I: P: B: A: lines)
 *   uidev -k NAME BUS:VENDOR:PRODUCT CODE...   from names: KEY_A, KEY_ESC-KEY_KPDOT, REL_X, SW_LID, LED_CAPSL
 *
 * Prints "NODE /dev/input/eventN".  Each input line "TYPE CODE VALUE" (names or numbers) is injected,
 * followed by a SYN_REPORT, and answered by "SENT ...".  What the kernel sends back (LEDs, repeat) is
 * printed as "BACK TYPE CODE VALUE".
 */
#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void fail(const char *what, const char *detail)
{
    fprintf(stderr, "uidev: %s: %s\n", what, detail);
    exit(2);
}

static unsigned type_named(const char *name)
{
    char *end;
    long number = strtol(name, &end, 0);
    int type = *end ? libevdev_event_type_from_name(name) : (int)number;
    if (type < 0)
        fail("no such event type", name);
    return (unsigned)type;
}

static unsigned code_named(unsigned type, const char *name)
{
    char *end;
    long number = strtol(name, &end, 0);
    int code = *end ? libevdev_event_code_from_name(type, name) : (int)number;
    if (code < 0)
        fail("no such event code", name);
    return (unsigned)code;
}

static void enable(struct libevdev *device, unsigned type, unsigned code)
{
    const struct input_absinfo axis = { .maximum = 1 };     /* until an A: line says more */
    const int repeat = 250;
    const void *data = type == EV_ABS ? (const void *)&axis : type == EV_REP ? (const void *)&repeat : NULL;
    if (libevdev_enable_event_code(device, type, code, data))
        fail("libevdev refuses the event code", libevdev_event_type_get_name(type));
}

static void set_identity(struct libevdev *device, int bus, int vendor, int product, int version)
{
    libevdev_set_id_bustype(device, bus);
    libevdev_set_id_vendor(device, vendor);
    libevdev_set_id_product(device, product);
    libevdev_set_id_version(device, version);
}

/* "KEY_A", "SW_LID" or a range "KEY_ESC-KEY_KPDOT". */
static void enable_codes(struct libevdev *device, char *argument)
{
    static const struct { const char *prefix; unsigned type; } kinds[] = {
        { "KEY_", EV_KEY }, { "BTN_", EV_KEY }, { "REL_", EV_REL },
        { "SW_", EV_SW }, { "LED_", EV_LED }, { "REP_", EV_REP },
    };
    size_t kind = 0, count = sizeof kinds / sizeof *kinds;
    while (kind < count && strncmp(argument, kinds[kind].prefix, strlen(kinds[kind].prefix)))
        kind++;
    if (kind == count)
        fail("no such kind of code", argument);
    unsigned type = kinds[kind].type;
    char *dash = strchr(argument, '-');
    if (dash)
        *dash = 0;
    unsigned first = code_named(type, argument), last = dash ? code_named(type, dash + 1) : first;
    for (unsigned code = first; code <= last; code++)
        enable(device, type, code);
}

static void set_up_from_arguments(struct libevdev *device, char **arguments)
{
    unsigned bus, vendor, product;
    libevdev_set_name(device, arguments[0]);
    if (sscanf(arguments[1], "%x:%x:%x", &bus, &vendor, &product) != 3)
        fail("not BUS:VENDOR:PRODUCT in hexadecimal", arguments[1]);
    set_identity(device, (int)bus, (int)vendor, (int)product, 1);
    for (char **argument = arguments + 2; *argument; argument++)
        enable_codes(device, *argument);
}

/* One line of "B: TYPE byte byte ..." or "P: byte ...": the bits set, from `first` on.  Returns the next first. */
static unsigned enable_bits(struct libevdev *device, const char *bytes, int type, unsigned first)
{
    unsigned byte;
    for (int used; sscanf(bytes, " %x%n", &byte, &used) == 1; bytes += used, first += 8)
        for (unsigned bit = 0; bit < 8; bit++) {
            if (!(byte >> bit & 1))
                continue;
            if (type < 0)
                libevdev_enable_property(device, first + bit);
            else if (type == EV_SYN)                    /* its bits are the event types */
                libevdev_enable_event_type(device, first + bit);
            else
                enable(device, (unsigned)type, first + bit);
        }
    return first;
}

static void set_up_from_description(struct libevdev *device, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        fail(path, strerror(errno));
    unsigned first_property = 0, first_code[EV_CNT] = { 0 };
    char line[4096];
    while (fgets(line, sizeof line, file)) {
        unsigned a, b, c, d;
        int used;
        struct input_absinfo axis = { 0 };
        line[strcspn(line, "\r\n")] = 0;
        if (!strncmp(line, "N: ", 3))
            libevdev_set_name(device, line + 3);
        else if (sscanf(line, "I: %x %x %x %x", &a, &b, &c, &d) == 4)
            set_identity(device, (int)a, (int)b, (int)c, (int)d);
        else if (!strncmp(line, "P: ", 3))
            first_property = enable_bits(device, line + 3, -1, first_property);
        else if (sscanf(line, "B: %x%n", &a, &used) == 1 && a < EV_CNT)
            first_code[a] = enable_bits(device, line + used, (int)a, first_code[a]);
        else if (sscanf(line, "A: %x %d %d %d %d %d", &a, &axis.minimum, &axis.maximum, &axis.fuzz, &axis.flat,
                        &axis.resolution) >= 5)
            libevdev_enable_event_code(device, EV_ABS, a, &axis);
    }
    fclose(file);
}

static void inject_line(struct libevdev_uinput *uinput, const char *line)
{
    char type_name[64], code_name[64];
    int value;
    if (sscanf(line, "%63s %63s %d", type_name, code_name, &value) != 3)
        fail("not a line TYPE CODE VALUE", line);
    unsigned type = type_named(type_name);
    int error = libevdev_uinput_write_event(uinput, type, code_named(type, code_name), value);
    if (!error)
        error = libevdev_uinput_write_event(uinput, EV_SYN, SYN_REPORT, 0);
    if (error)
        fail("cannot inject", strerror(-error));
    printf("SENT %s\n", line);
}

static void show_what_comes_back(int fd)
{
    struct input_event event;
    while (read(fd, &event, sizeof event) == sizeof event) {
        const char *code = libevdev_event_code_get_name(event.type, event.code);
        if (event.type != EV_SYN)
            printf("BACK %s %s %d\n", libevdev_event_type_get_name(event.type), code ? code : "?", event.value);
    }
}

/* Inject the complete lines of what can be read.  Returns 0 at the end of the input. */
static int inject_input(struct libevdev_uinput *uinput)
{
    static char buffer[8192];
    static size_t length;
    ssize_t got = read(STDIN_FILENO, buffer + length, sizeof buffer - length - 1);
    if (got <= 0)
        return 0;
    length += (size_t)got;
    buffer[length] = 0;
    char *line = buffer;
    for (char *newline; (newline = strchr(line, '\n')); line = newline + 1) {
        *newline = 0;
        inject_line(uinput, line);
    }
    length -= (size_t)(line - buffer);
    memmove(buffer, line, length);
    return 1;
}

int main(int argc, char **argv)
{
    struct libevdev *device = libevdev_new();
    struct libevdev_uinput *uinput;
    if (argc >= 5 && !strcmp(argv[1], "-k"))
        set_up_from_arguments(device, argv + 2);
    else if (argc == 2)
        set_up_from_description(device, argv[1]);
    else
        fail("usage", "uidev FILE | uidev -k NAME BUS:VENDOR:PRODUCT CODE...");
    int error = libevdev_uinput_create_from_device(device, LIBEVDEV_UINPUT_OPEN_MANAGED, &uinput);
    if (error)
        fail("/dev/uinput", strerror(-error));
    int fd = libevdev_uinput_get_fd(uinput);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("NODE %s\n", libevdev_uinput_get_devnode(uinput));
    for (int more = 1; more;) {
        struct pollfd fds[] = { { .fd = STDIN_FILENO, .events = POLLIN }, { .fd = fd, .events = POLLIN } };
        poll(fds, 2, -1);
        if (fds[1].revents & POLLIN)
            show_what_comes_back(fd);
        if (fds[0].revents)
            more = inject_input(uinput);
    }
    libevdev_uinput_destroy(uinput);
    libevdev_free(device);
    return 0;
}
