// The calls of Linux and glibc that Swift cannot import: macros, GNU extensions, mutable globals.
// Only plain prototypes stand here, so that no importer needs _GNU_SOURCE itself.
#ifndef CLINUX_H
#define CLINUX_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/types.h>

/// Accepts one connection, close-on-exec and non-blocking (accept4(2)). Returns the descriptor, or -errno.
int linux_accept(int listener);

/// The process at the other end of a connected Unix socket.
struct linux_peer {
  pid_t pid;
  uid_t uid;
  gid_t gid;
};

/// Fills `peer` from SO_PEERCRED (unix(7)). Returns 0, or -errno.
int linux_peer_credentials(int socket, struct linux_peer *peer);

/// The supplementary groups of the process at the other end, as the kernel saw them at connect (SO_PEERGROUPS). No
/// look-up in a directory, which could block. Returns their number, or -errno: -ERANGE when there are more than `most`.
int linux_peer_groups(int socket, gid_t *groups, size_t most);

/// The number of a group of /etc/group; no other source of groups is asked, which could block. Returns 0, or -errno:
/// -ENOENT when there is none of that name.
int linux_local_group(const char *name, gid_t *group);

/// A socket for `linux_notify`, close-on-exec. Returns it, or -errno.
int linux_notify_socket(void);

/// Sends assignments to systemd's socket at `path`, in the form of $NOTIFY_SOCKET, as sd_notify(3) does, but never waits
/// for it; with a descriptor, unless that is negative, which systemd gets a copy of. Returns 0, or -errno: -EAGAIN when
/// systemd has not read what it has.
int linux_notify(int socket, const char *path, const char *assignments, int descriptor);

/// A memory file of that size, close-on-exec, which nobody can make larger or smaller (memfd_create(2), F_ADD_SEALS of
/// fcntl(2)). Returns its descriptor, or -errno.
int linux_memory_file(const char *name, size_t size);

/// Whether nobody can make the memory file smaller.
bool linux_is_sealed(int fd);

/// Writes a word after everything that was written before.
void linux_store_release(uint64_t *word, uint64_t value);

/// Gives the whole pages of a mapping of a memory file back; they are zero from now on (MADV_REMOVE of madvise(2)).
void linux_release_memory(void *start, size_t size);

/// A pipe, both ends close-on-exec and non-blocking (pipe2(2)). Returns 0, or -errno.
int linux_pipe(int *reading, int *writing);

/// Moves bytes from a pipe into a socket, as many as it takes without waiting (splice(2)). Returns their number, or
/// -errno.
ssize_t linux_splice(int pipe, int socket, size_t most);

/// Bytes that can be read from a pipe or socket now (FIONREAD). Returns their number, or -errno.
ssize_t linux_unread_bytes(int fd);

/// Where the next MSG_PEEK begins, as bytes behind the first unread one; -1: SO_PEEK_OFF is off (socket(7)). The kernel
/// moves it on by what is peeked at, and back by what is read. -errno on failure, which is less than -1.
int linux_peek_offset(int socket);

/// Sets SO_PEEK_OFF. Returns 0, or -errno.
int linux_set_peek_offset(int socket, int offset);

/// Lets only the codes whose bit is set in `codes` through for event type `type` (EVIOCSMASK).
/// Returns 0, or -errno: -ENOTTY and -EINVAL where the kernel is older than 4.4.
int linux_evdev_set_mask(int fd, unsigned type, const uint8_t *codes, size_t size);

/// Whether the device behind an evdev descriptor still answers (EVIOCGVERSION). Returns 0, or -errno.
int linux_evdev_probe(int fd);

/// A descriptor that is readable when the process has ended (pidfd_open(2)), close-on-exec. Returns it, or -errno.
int linux_pidfd_open(pid_t pid);

/// Has the kernel send this process a signal when its parent ends (PR_SET_PDEATHSIG). Returns 0, or -errno.
int linux_die_with_parent(int signal);

/// Makes this process the parent of descendants whose own parent ends (PR_SET_CHILD_SUBREAPER). Returns 0, or -errno.
int linux_adopt_orphans(void);

/// Has no program that this process starts gain rights by a setuid bit or a file's capabilities (PR_SET_NO_NEW_PRIVS).
/// Returns 0, or -errno.
int linux_forbid_new_privileges(void);

/// Gives up all capabilities for good, those that root has by being root included (capabilities(7)). Returns 0, or -errno
/// when some are left.
int linux_drop_capabilities(void);

/// Closes every descriptor from this one on (close_range(2)). Returns 0, or -errno.
int linux_close_from(unsigned first);

/// A descriptor that only names a file, which is not opened (O_PATH), close-on-exec. Returns it, or -errno.
int linux_open_path(const char *path);

/// Memory of `size` bytes at an address that nobody can guess, or NULL.
void *linux_hidden_memory(size_t size);

/// What the kernel's landlock can do, as a number that grows with each version; 0 where there is none (landlock(7)).
int linux_landlock_version(void);

/// A set of rules that handles these rights to files, TCP ports, and what is outside of the process's own domain, by
/// landlock's bits. Returns its descriptor, or -errno.
int linux_landlock_create(uint64_t files, uint64_t ports, uint64_t scopes);

/// Allows rights to a file, or to all that is below a folder, which `file` is a descriptor of. Returns 0, or -errno.
int linux_landlock_allow(int rules, int file, uint64_t rights);

/// Has the rules hold for this thread and all that it starts. Returns 0, or -errno.
int linux_landlock_restrict(int rules);

/// Sends a signal to the process of a descriptor of `linux_pidfd_open` (pidfd_send_signal(2)). Returns 0, or -errno:
/// -ESRCH when it has ended.
int linux_pidfd_send_signal(int process, int signal);

/// A timer on the monotonic clock, close-on-exec and non-blocking (timerfd_create(2)). Returns the descriptor, or -errno.
int linux_timer_create(void);

/// Has a timer's descriptor be readable after the given time, at once for 0; a negative one calls it off, and what has
/// run out is forgotten. Returns 0, or -errno.
int linux_timer_set(int timer, int64_t nanoseconds);

/// The environment of this process, ended by NULL, which Swift 6 rejects as a mutable global.
char **linux_environment(void);

/// glibc's getopt_long state, which Swift 6 rejects as mutable globals.
const char *linux_option_argument(void);
int linux_option_index(void);
void linux_option_reset(void);

#endif
