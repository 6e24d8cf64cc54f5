#define _GNU_SOURCE
#include "rig-jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

struct job {
    pid_t pid;              /* 0: this slot is free */
    long id;
    int in, out, err;       /* our ends of its pipes, -1 when closed */
    char *pending;          /* input that did not fit into the pipe yet */
    size_t pending_length;
    bool close_in;          /* close `in` once `pending` is through */
};

static struct job jobs[MAX_JOBS];
static sigset_t mask_of_children;

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static struct job *job_with_id(long id)
{
    for (int i = 0; i < MAX_JOBS; i++)
        if (jobs[i].pid && jobs[i].id == id)
            return &jobs[i];
    return NULL;
}

static struct job *free_slot(void)
{
    for (int i = 0; i < MAX_JOBS; i++)
        if (!jobs[i].pid)
            return &jobs[i];
    return NULL;
}

void start_job(long id, const char *script)
{
    struct job *job = free_slot();
    int in[2], out[2], err[2];
    if (!job || pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC)) {
        send_frame('X', id, "254", 3);
        return;
    }
    pid_t pid = fork();
    if (pid < 0)
        die("rig-agent: fork");
    if (pid == 0) {
        setsid();
        sigprocmask(SIG_SETMASK, &mask_of_children, NULL);
        signal(SIGPIPE, SIG_DFL);
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        dup2(err[1], STDERR_FILENO);
        execl("/bin/sh", "sh", "-c", script, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    close(err[1]);
    fcntl(in[1], F_SETFL, O_NONBLOCK);
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    fcntl(err[0], F_SETFL, O_NONBLOCK);
    *job = (struct job){ .pid = pid, .id = id, .in = in[1], .out = out[0], .err = err[0] };
}

/* Pass on what a job has written so far; closes *fd at its end. */
static void pass_output(const struct job *job, int *fd, char kind)
{
    static char buffer[1 << 16];
    ssize_t length = -1;
    if (*fd < 0)
        return;
    while ((length = read(*fd, buffer, sizeof buffer)) > 0)
        send_frame(kind, job->id, buffer, (size_t)length);
    if (length == 0 || (errno != EAGAIN && errno != EINTR))
        close_fd(fd);
}

static void pass_input(struct job *job)
{
    while (job->in >= 0 && job->pending_length) {
        ssize_t written = write(job->in, job->pending, job->pending_length);
        if (written < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (written < 0) {      /* it closed its standard input */
            job->pending_length = 0;
            job->close_in = true;
            break;
        }
        job->pending_length -= (size_t)written;
        memmove(job->pending, job->pending + written, job->pending_length);
    }
    if (job->close_in)
        close_fd(&job->in);
}

static void end_job(struct job *job, int status)
{
    char text[16];
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    int length = snprintf(text, sizeof text, "%d", code);
    /* A daemon it left behind may keep the pipes open: what is in them now is all that is sent. */
    pass_output(job, &job->out, 'O');
    pass_output(job, &job->err, 'E');
    close_fd(&job->in);
    close_fd(&job->out);
    close_fd(&job->err);
    free(job->pending);
    job->pid = 0;
    send_frame('X', job->id, text, (size_t)length);
}

void reap_jobs(int signals)
{
    struct signalfd_siginfo info;
    while (read(signals, &info, sizeof info) > 0)
        ;
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
        for (int i = 0; i < MAX_JOBS; i++)
            if (jobs[i].pid == pid)
                end_job(&jobs[i], status);
}

int prepare_jobs(void)
{
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &mask_of_children);
    return signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
}

void signal_job(long id, int number)
{
    const struct job *job = job_with_id(id);
    /* It leads a process group, unless it is so new that it has not made it. */
    if (job && kill(-job->pid, number) < 0)
        kill(job->pid, number);
}

void write_to_job(long id, const char *data, size_t length)
{
    struct job *job = job_with_id(id);
    if (!job)
        return;
    if (length) {
        char *longer = realloc(job->pending, job->pending_length + length);
        if (!longer)
            die("rig-agent: realloc");
        memcpy(longer + job->pending_length, data, length);
        job->pending = longer;
        job->pending_length += length;
    } else {
        job->close_in = true;
    }
    pass_input(job);
}

void fill_job_polls(struct pollfd polls[JOB_POLLS])
{
    for (int i = 0; i < MAX_JOBS; i++) {
        const struct job *job = &jobs[i];
        struct pollfd *three = &polls[3 * i];
        bool has_input = job->pid && job->in >= 0 && (job->pending_length || job->close_in);
        three[0] = (struct pollfd){ .fd = has_input ? job->in : -1, .events = POLLOUT };
        three[1] = (struct pollfd){ .fd = job->pid ? job->out : -1, .events = POLLIN };
        three[2] = (struct pollfd){ .fd = job->pid ? job->err : -1, .events = POLLIN };
    }
}

void serve_job_polls(const struct pollfd polls[JOB_POLLS])
{
    for (int i = 0; i < MAX_JOBS; i++) {
        const struct pollfd *three = &polls[3 * i];
        if (three[0].revents)
            pass_input(&jobs[i]);
        if (three[1].revents)
            pass_output(&jobs[i], &jobs[i].out, 'O');
        if (three[2].revents)
            pass_output(&jobs[i], &jobs[i].err, 'E');
    }
}
