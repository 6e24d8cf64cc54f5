#include "CLinux.h"

#include <errno.h>
#include <grp.h>
#include <linux/input.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <unistd.h>

int linux_accept(int listener) {
  int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

int linux_peer_credentials(int socket, struct linux_peer *peer) {
  struct ucred credentials;
  socklen_t size = sizeof credentials;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) < 0) return -errno;
  *peer = (struct linux_peer){.pid = credentials.pid, .uid = credentials.uid, .gid = credentials.gid};
  return 0;
}

int linux_peer_groups(int socket, gid_t *groups, size_t most) {
  socklen_t size = (socklen_t)(most * sizeof *groups);
  if (getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &size) < 0) return -errno;
  return (int)(size / sizeof *groups);
}

int linux_local_group(const char *name, gid_t *group) {
  FILE *file = fopen("/etc/group", "re");
  if (!file) return -errno;
  int result = -ENOENT;
  for (struct group *entry; (entry = fgetgrent(file));) {
    if (strcmp(entry->gr_name, name) != 0) continue;
    *group = entry->gr_gid;
    result = 0;
    break;
  }
  fclose(file);
  return result;
}

int linux_notify_socket(void) {
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  return fd < 0 ? -errno : fd;
}

int linux_notify(int socket, const char *path, const char *assignments) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(path);
  if (length >= sizeof address.sun_path) return -EINVAL;
  memcpy(address.sun_path, path, length);
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
  if (path[0] == '@') address.sun_path[0] = 0;  // no file, but a name: unix(7)
  ssize_t sent = sendto(socket, assignments, strlen(assignments), MSG_NOSIGNAL, (struct sockaddr *)&address, size);
  return sent < 0 ? -errno : 0;
}

int linux_evdev_set_mask(int fd, unsigned type, const uint8_t *codes, size_t size) {
  struct input_mask mask = {.type = type, .codes_size = (uint32_t)size, .codes_ptr = (uint64_t)(uintptr_t)codes};
  return ioctl(fd, EVIOCSMASK, &mask) < 0 ? -errno : 0;
}

int linux_evdev_probe(int fd) {
  int version;
  return ioctl(fd, EVIOCGVERSION, &version) < 0 ? -errno : 0;
}

int linux_pidfd_open(pid_t pid) {
  int fd = pidfd_open(pid, 0);
  return fd < 0 ? -errno : fd;
}

char **linux_environment(void) { return environ; }

const char *linux_option_argument(void) { return optarg; }
int linux_option_index(void) { return optind; }
void linux_option_reset(void) { optind = 0; }  // 0, not 1: glibc re-initialises its internal state too

int linux_timer_create(void) {
  int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

int linux_timer_set(int timer, int64_t nanoseconds) {
  // A time of 0 is what the kernel takes for calling it off.
  int64_t delay = nanoseconds < 0 ? 0 : nanoseconds == 0 ? 1 : nanoseconds;
  struct itimerspec setting = {.it_value = {.tv_sec = delay / 1000000000, .tv_nsec = delay % 1000000000}};
  return timerfd_settime(timer, 0, &setting, NULL) < 0 ? -errno : 0;
}
