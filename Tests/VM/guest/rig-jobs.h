/* The commands that rig-agent runs: started, fed, signalled, and their output and end reported. */
#ifndef RIG_JOBS_H
#define RIG_JOBS_H

#include <poll.h>
#include <stddef.h>
#include <sys/types.h>

enum { MAX_JOBS = 64, JOB_POLLS = 3 * MAX_JOBS };

/* Block SIGCHLD (children get the old mask) and return a descriptor that is readable when one ended. */
int prepare_jobs(void);

void start_job(long id, const char *script);
void signal_job(long id, int number);
void write_to_job(long id, const char *data, size_t length);    /* length 0: close its input */

/* What to poll for the jobs' pipes, and serving them afterwards. */
void fill_job_polls(struct pollfd polls[JOB_POLLS]);
void serve_job_polls(const struct pollfd polls[JOB_POLLS]);
void reap_jobs(int signals);

/* Provided by the agent: send one frame to the host; end with a message. */
void send_frame(char kind, long id, const void *data, size_t length);
void die(const char *what) __attribute__((noreturn));

#endif
