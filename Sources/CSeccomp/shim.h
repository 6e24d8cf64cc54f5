#include <errno.h>
#include <seccomp.h>

// Macros that Swift cannot import.
static const uint32_t seccomp_allow = SCMP_ACT_ALLOW;
static const uint32_t seccomp_refuse = SCMP_ACT_ERRNO(EPERM);
static const uint32_t seccomp_deny_existence = SCMP_ACT_ERRNO(ENOSYS);
static const int seccomp_no_such_call = __NR_SCMP_ERROR;
static const int seccomp_execve = SCMP_SYS(execve);
static const int seccomp_execveat = SCMP_SYS(execveat);
