#ifndef MOCK_PRIVATE_H
#define MOCK_PRIVATE_H

#include "mock_input.h"

#include <linux/input.h>
#include <stdatomic.h>
#include <umockdev.h>

struct mock_testbed {
  UMockdevTestbed *umockdev;
  bool is_endless;
};

struct mock_device {
  UMockdevTestbed *umockdev;
  UMockdevIoctlBase *handler;
  struct libevdev *model;
  char node[64];
  int umockdev_master;  // the pty behind the node as umockdev holds it; -1 when we have not asked
  int master;           // our own copy of it, so that the node lives on when it is gone from /sys; -1 until it is needed
  atomic_int failure;  // the errno of every call, 0 while the device lives
  atomic_int opens, grabs;
  int64_t later;  // microseconds that the device's clock is ahead
  bool refuses_masks;
  bool closes_master;
  // umockdev's thread writes these while it answers, the test's thread reads them after a reply: `lock` orders both.
  GMutex lock;
  uint8_t down[KEY_CNT / 8 + 1];
  uint8_t switches[SW_CNT / 8 + 1];
  bool is_masked[EV_CNT];
  uint8_t mask[EV_CNT][KEY_CNT / 8 + 1];
};

#endif
