#include "CLinux.h"

#include <errno.h>
#include <linux/input.h>
#include <sys/ioctl.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
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

int linux_peer_has_group(int socket, gid_t group) {
  struct linux_peer peer;
  int result = linux_peer_credentials(socket, &peer);
  if (result < 0) return result;
  if (peer.gid == group) return 1;
  gid_t groups[1024];  // a process with more groups is judged by its primary one alone
  socklen_t size = sizeof groups;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &size) < 0) return errno == ERANGE ? 0 : -errno;
  for (size_t i = 0; i < size / sizeof groups[0]; i++)
    if (groups[i] == group) return 1;
  return 0;
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
