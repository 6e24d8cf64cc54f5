// The testbed: a thin border around umockdev's GObject interface.
#include "mock_private.h"

#include <glib-object.h>
#include <stdio.h>
#include <stdlib.h>

mock_testbed *mock_testbed_new(bool is_endless) {
  mock_testbed *testbed = calloc(1, sizeof *testbed);
  testbed->is_endless = is_endless;
  testbed->umockdev = umockdev_testbed_new();
  return testbed;
}

void mock_testbed_free(mock_testbed *testbed) {
  // An endless one would close descriptors that have long been somebody else's.
  if (testbed->is_endless) g_unsetenv("UMOCKDEV_DIR");
  else g_object_unref(testbed->umockdev);
  free(testbed);
}

bool mock_testbed_add(mock_testbed *testbed, const char *description, char *error, size_t error_size) {
  GError *problem = NULL;
  if (umockdev_testbed_add_from_string(testbed->umockdev, description, &problem)) return true;
  snprintf(error, error_size, "%s", problem ? problem->message : "umockdev gave no reason");
  g_clear_error(&problem);
  return false;
}

void mock_testbed_uevent(mock_testbed *testbed, const char *syspath, const char *action) {
  umockdev_testbed_uevent(testbed->umockdev, syspath, action);
}

void mock_testbed_set_property(mock_testbed *testbed, const char *syspath, const char *name, const char *value) {
  umockdev_testbed_set_property(testbed->umockdev, syspath, name, value);
}
