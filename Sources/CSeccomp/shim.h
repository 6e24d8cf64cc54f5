#include <errno.h>
#include <seccomp.h>

// Macros that Swift cannot import.
static const uint32_t seccomp_allow = SCMP_ACT_ALLOW;
static const uint32_t seccomp_refuse = SCMP_ACT_ERRNO(EPERM);
static const int seccomp_execve = SCMP_SYS(execve);
static const int seccomp_execveat = SCMP_SYS(execveat);
