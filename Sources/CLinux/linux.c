#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/input.h>
#include <linux/securebits.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
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

int linux_notify(int socket, const char *path, const char *assignments, int descriptor) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(path);
  if (length >= sizeof address.sun_path) return -EINVAL;
  memcpy(address.sun_path, path, length);
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
  if (path[0] == '@') address.sun_path[0] = 0;  // no file, but a name: unix(7)
  struct iovec text = {.iov_base = (void *)assignments, .iov_len = strlen(assignments)};
  struct msghdr message = {.msg_name = &address, .msg_namelen = size, .msg_iov = &text, .msg_iovlen = 1};
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } rights = {0};
  if (descriptor >= 0) {
    rights.header.cmsg_level = SOL_SOCKET;
    rights.header.cmsg_type = SCM_RIGHTS;
    rights.header.cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(&rights.header), &descriptor, sizeof descriptor);
    message.msg_control = &rights;
    message.msg_controllen = sizeof rights;
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL) < 0 ? -errno : 0;
}

int linux_memory_file(const char *name, size_t size) {
  int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return -errno;
  if (ftruncate(fd, (off_t)size) < 0 || fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0) {
    int code = errno;
    close(fd);
    return -code;
  }
  return fd;
}

bool linux_is_sealed(int fd) {
  int seals = fcntl(fd, F_GET_SEALS);
  return seals >= 0 && (seals & F_SEAL_SHRINK);
}

void linux_store_release(uint64_t *word, uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }

void linux_release_memory(void *start, size_t size) {
  // Whole pages within; what is left over stays as it is.
  uintptr_t first = ((uintptr_t)start + 4095) & ~(uintptr_t)4095, last = ((uintptr_t)start + size) & ~(uintptr_t)4095;
  if (last > first) madvise((void *)first, last - first, MADV_REMOVE);
}

int linux_pipe(int *reading, int *writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return -errno;
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

ssize_t linux_splice(int pipe, int socket, size_t most) {
  ssize_t count = splice(pipe, NULL, socket, NULL, most, SPLICE_F_NONBLOCK | SPLICE_F_MOVE);
  return count < 0 ? -errno : count;
}

ssize_t linux_unread_bytes(int fd) {
  int count;
  return ioctl(fd, FIONREAD, &count) < 0 ? -errno : count;
}

int linux_peek_offset(int socket) {
  int offset;
  socklen_t size = sizeof offset;
  return getsockopt(socket, SOL_SOCKET, SO_PEEK_OFF, &offset, &size) < 0 ? -errno : offset;
}

int linux_set_peek_offset(int socket, int offset) {
  return setsockopt(socket, SOL_SOCKET, SO_PEEK_OFF, &offset, sizeof offset) < 0 ? -errno : 0;
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

int linux_pidfd_send_signal(int process, int signal) {
  return pidfd_send_signal(process, signal, NULL, 0) < 0 ? -errno : 0;
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

int linux_die_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0) < 0 ? -errno : 0; }

int linux_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) < 0 ? -errno : 0; }

int linux_forbid_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ? -errno : 0; }

int linux_drop_capabilities(void) {
  // Who has no right to do this has none to lose, or is told so by the check at the end.
  prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_CAP_AMBIENT_RAISE, 0, 0, 0);
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
    prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};
  if (syscall(SYS_capset, &header, none) < 0) return -errno;
  // Root gets back by execve what its bounding set has.
  if (geteuid() == 0 && (prctl(PR_GET_SECUREBITS, 0, 0, 0, 0) & SECBIT_NOROOT) == 0) return -EPERM;
  return 0;
}

int linux_close_from(unsigned first) { return close_range(first, ~0U, 0) < 0 ? -errno : 0; }

int linux_open_path(const char *path) {
  int fd = open(path, O_PATH | O_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

void *linux_hidden_memory(size_t size) {
  for (int attempt = 0; attempt < 64; attempt++) {
    uint64_t place;
    if (getrandom(&place, sizeof place, 0) != sizeof place) return NULL;
    // Whole pages of the lower 46 bits, which are a process's own on every 64-bit machine, and away from 0.
    place = (place & 0x3fffffff0000) | 0x10000000000;
    void *memory = mmap((void *)place, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (memory == (void *)place) return memory;
    if (memory != MAP_FAILED) munmap(memory, size);
  }
  // A sanitizer may have taken all of that; where the kernel puts things is hard to guess too.
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

// landlock(7), by its numbers: Debian 12's headers know less than the kernels that one can run it with.

struct landlock_rules {
  uint64_t files, ports, scopes;
};

struct landlock_path {
  uint64_t rights;
  int32_t file;
} __attribute__((packed));

int linux_landlock_version(void) {
  const unsigned ask_version = 1;
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, ask_version);
  return version < 0 ? 0 : (int)version;
}

int linux_landlock_create(uint64_t files, uint64_t ports, uint64_t scopes) {
  struct landlock_rules rules = {.files = files, .ports = ports, .scopes = scopes};
  // An older kernel takes a longer structure only when what it does not know is 0.
  long fd = syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
  return fd < 0 ? -errno : (int)fd;
}

int linux_landlock_allow(int rules, int file, uint64_t rights) {
  const int path_beneath = 1;
  struct landlock_path path = {.rights = rights, .file = file};
  return syscall(SYS_landlock_add_rule, rules, path_beneath, &path, 0) < 0 ? -errno : 0;
}

int linux_landlock_restrict(int rules) { return syscall(SYS_landlock_restrict_self, rules, 0) < 0 ? -errno : 0; }
