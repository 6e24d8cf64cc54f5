// The calls of Linux and glibc that Swift cannot import: macros, GNU extensions, mutable globals.
// Only plain prototypes stand here, so that no importer needs _GNU_SOURCE itself.
#ifndef CLINUX_H
#define CLINUX_H

#include <getopt.h>
#include <stddef.h>
#include <stdint.h>
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

/// Whether the process at the other end belongs to a group, as the kernel saw it at connect: SO_PEERCRED's group or one
/// of SO_PEERGROUPS. No look-up in a directory, which could block. Returns 1 or 0, or -errno.
int linux_peer_has_group(int socket, gid_t group);

/// Lets only the codes whose bit is set in `codes` through for event type `type` (EVIOCSMASK).
/// Returns 0, or -errno: -ENOTTY and -EINVAL where the kernel is older than 4.4.
int linux_evdev_set_mask(int fd, unsigned type, const uint8_t *codes, size_t size);

/// Whether the device behind an evdev descriptor still answers (EVIOCGVERSION). Returns 0, or -errno.
int linux_evdev_probe(int fd);

/// A descriptor that is readable when the process has ended (pidfd_open(2)), close-on-exec. Returns it, or -errno.
int linux_pidfd_open(pid_t pid);

/// The environment of this process, ended by NULL, which Swift 6 rejects as a mutable global.
char **linux_environment(void);

/// glibc's getopt_long state, which Swift 6 rejects as mutable globals.
const char *linux_option_argument(void);
int linux_option_index(void);
void linux_option_reset(void);

#endif
