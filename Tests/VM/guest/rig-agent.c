/* rig-agent: runs commands for the host over one virtio-serial port.  Static, so that it starts
 * before anything else and depends on nothing that a test may break.
 *
 * Frames, both ways:  "<kind> <id> <length>\n" and then length bytes.
 *   host to guest   S start (a sh script)   I standard input (no bytes: close it)   K signal (its number)
 *   guest to host   H hello (seconds since boot)   O output   E error output   X exit (128+n for signal n)
 * Any number of commands run at once and output is passed on as it comes, so the host can wait for a
 * line of a running command instead of sleeping.
 */
#define _GNU_SOURCE
#include "rig-jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { CHUNK = 1 << 16 };

static int port = -1;

void die(const char *what)
{
    perror(what);
    exit(1);
}

static void *grow(void *memory, size_t length)
{
    void *larger = realloc(memory, length);
    if (!larger)
        die("rig-agent: realloc");
    return larger;
}

/* While the host has not connected, the port is "hung up" all the time and no event tells of the
 * change, so this looks again every 20 ms. */
static void wait_for_host(void)
{
    poll(NULL, 0, 20);
}

static void send_bytes(const void *data, size_t length)
{
    const char *at = data;
    while (length) {
        ssize_t written = write(port, at, length);
        if (written > 0) {
            at += written;
            length -= (size_t)written;
        } else if (written < 0 && errno == EPIPE) {
            wait_for_host();
        } else if (written < 0 && errno == EAGAIN) {
            struct pollfd writable = { .fd = port, .events = POLLOUT };
            poll(&writable, 1, -1);
        } else if (written < 0 && errno != EINTR) {
            die("rig-agent: write to the port");
        }
    }
}

void send_frame(char kind, long id, const void *data, size_t length)
{
    char header[64];
    int header_length = snprintf(header, sizeof header, "%c %ld %zu\n", kind, id, length);
    send_bytes(header, (size_t)header_length);
    send_bytes(data, length);
}

static void handle_frame(char kind, long id, const char *data, size_t length)
{
    if (kind == 'I') {
        write_to_job(id, data, length);
        return;
    }
    char *text = strndup(data, length);
    if (!text)
        die("rig-agent: strndup");
    if (kind == 'S')
        start_job(id, text);
    else if (kind == 'K')
        signal_job(id, atoi(text));
    free(text);
}

/* Read what the host sent and handle the frames that are complete. */
static void read_port(void)
{
    static char *buffer;
    static size_t length, capacity;
    if (length + CHUNK > capacity)
        buffer = grow(buffer, capacity = 2 * capacity + CHUNK);
    ssize_t got = read(port, buffer + length, capacity - length);
    if (got == 0) {
        wait_for_host();
        return;
    }
    if (got < 0) {
        if (errno != EAGAIN && errno != EINTR)
            die("rig-agent: read from the port");
        return;
    }
    length += (size_t)got;
    for (char *newline; (newline = memchr(buffer, '\n', length));) {
        char kind;
        long id;
        size_t data_length, header_length = (size_t)(newline + 1 - buffer);
        *newline = 0;
        bool valid = sscanf(buffer, "%c %ld %zu", &kind, &id, &data_length) == 3;
        *newline = '\n';
        if (!valid)
            data_length = 0;                /* skip the line: noise from before the host connected */
        else if (length < header_length + data_length)
            return;
        else
            handle_frame(kind, id, buffer + header_length, data_length);
        length -= header_length + data_length;
        memmove(buffer, buffer + header_length + data_length, length);
    }
}

/* Wait for the port, for children and for the pipes of all jobs, and serve what is ready. */
static void serve_once(int signals)
{
    struct pollfd fds[2 + JOB_POLLS] = { { .fd = port, .events = POLLIN }, { .fd = signals, .events = POLLIN } };
    fill_job_polls(fds + 2);
    if (poll(fds, sizeof fds / sizeof *fds, -1) < 0) {
        if (errno != EINTR)
            die("rig-agent: poll");
        return;
    }
    serve_job_polls(fds + 2);
    if (fds[1].revents)
        reap_jobs(signals);
    if (fds[0].revents)
        read_port();
}

static void tell_systemd_ready(void)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    if (!path || strlen(path) >= sizeof address.sun_path)
        return;
    memcpy(address.sun_path, path, strlen(path));
    if (path[0] == '@')
        address.sun_path[0] = 0;
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
    if (sendto(fd, "READY=1", 7, 0, (struct sockaddr *)&address, length) < 0)
        perror("rig-agent: notify");
    close(fd);
    unsetenv("NOTIFY_SOCKET");      /* commands must not speak for this unit */
}

static void say_hello(void)
{
    struct timespec up;
    char text[64];
    clock_gettime(CLOCK_BOOTTIME, &up);
    int length = snprintf(text, sizeof text, "%ld.%03ld", (long)up.tv_sec, up.tv_nsec / 1000000);
    send_frame('H', 0, text, (size_t)length);
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "/dev/virtio-ports/rig.agent";
    int signals = prepare_jobs();
    signal(SIGPIPE, SIG_IGN);
    setenv("HOME", "/root", 1);
    setenv("USER", "root", 1);
    setenv("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", 1);
    if (signals < 0 || chdir("/root") || (port = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)) < 0)
        die(path);
    say_hello();
    tell_systemd_ready();
    for (;;)
        serve_once(signals);
}
