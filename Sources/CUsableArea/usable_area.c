#include "CUsableArea.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <wayland-client.h>

// The requests and events of wlr-layer-shell-unstable-v1, version 1, as wayland-scanner would write them. Those without
// a name in `enum` are there for their number alone.
enum { SHELL_GET_LAYER_SURFACE = 0 };
enum { SURFACE_SET_ANCHOR = 1, SURFACE_ACK_CONFIGURE = 6, SURFACE_DESTROY = 7 };
enum { LAYER_BACKGROUND = 0, ALL_EDGES = 15 };

static const struct wl_interface *no_types[4];
static const struct wl_message surface_requests[] = {
    {"set_size", "uu", no_types},     {"set_anchor", "u", no_types},
    {"set_exclusive_zone", "i", no_types}, {"set_margin", "iiii", no_types},
    {"set_keyboard_interactivity", "u", no_types}, {"get_popup", "o", no_types},
    {"ack_configure", "u", no_types}, {"destroy", "", no_types},
};
static const struct wl_message surface_events[] = {{"configure", "uuu", no_types}, {"closed", "", no_types}};
static const struct wl_interface surface_interface = {
    "zwlr_layer_surface_v1", 1, 8, surface_requests, 2, surface_events,
};
static const struct wl_interface *get_layer_surface_types[] = {
    &surface_interface, &wl_surface_interface, &wl_output_interface, NULL, NULL,
};
static const struct wl_message shell_requests[] = {{"get_layer_surface", "no?ous", get_layer_surface_types}};
static const struct wl_interface shell_interface = {"zwlr_layer_shell_v1", 1, 1, shell_requests, 0, NULL};

struct screen {
  struct screen *next;
  struct usable_area *area;
  uint32_t name;
  struct wl_output *output;
  struct wl_surface *surface;
  struct wl_proxy *layer_surface;
};

struct usable_area {
  struct wl_display *display;
  struct wl_registry *registry;
  struct wl_compositor *compositor;
  struct wl_proxy *shell;
  struct wl_callback *announced;
  bool has_announced;
  struct screen *screens;
  void (*changed)(void *context);
  void *context;
};

static void tell(struct usable_area *area) { area->changed(area->context); }

static void unwatch(struct screen *screen) {
  if (screen->layer_surface) {
    wl_proxy_marshal_flags(screen->layer_surface, SURFACE_DESTROY, NULL, 1, WL_MARSHAL_FLAG_DESTROY);
  }
  if (screen->surface) wl_surface_destroy(screen->surface);
  screen->layer_surface = NULL;
  screen->surface = NULL;
}

static void on_configure(void *data, struct wl_proxy *surface, uint32_t serial, uint32_t width, uint32_t height) {
  struct screen *screen = data;
  (void)width, (void)height;  // how much was taken, but not where: that is asked elsewhere
  // The compositor keeps every one until it is acknowledged.
  wl_proxy_marshal_flags(surface, SURFACE_ACK_CONFIGURE, NULL, 1, 0, serial);
  tell(screen->area);
}

static void on_closed(void *data, struct wl_proxy *surface) {
  struct screen *screen = data;
  (void)surface;
  unwatch(screen);
  tell(screen->area);
}

static void (*const surface_listener[])(void) = {(void (*)(void))on_configure, (void (*)(void))on_closed};

static void watch(struct usable_area *area, struct screen *screen) {
  if (!area->compositor || !area->shell || screen->surface) return;
  screen->surface = wl_compositor_create_surface(area->compositor);
  if (!screen->surface) return;
  screen->layer_surface = wl_proxy_marshal_flags(
      area->shell, SHELL_GET_LAYER_SURFACE, &surface_interface, 1, 0, NULL, screen->surface, screen->output,
      LAYER_BACKGROUND, "keyguide-usable-area");
  if (!screen->layer_surface) return;
  wl_proxy_add_listener(screen->layer_surface, (void (**)(void))surface_listener, screen);
  wl_proxy_marshal_flags(screen->layer_surface, SURFACE_SET_ANCHOR, NULL, 1, 0, ALL_EDGES);
  // Without a buffer: it is told its size, and never shown.
  wl_surface_commit(screen->surface);
}

static void on_geometry(
    void *data, struct wl_output *output, int32_t x, int32_t y, int32_t width, int32_t height, int32_t subpixel,
    const char *make, const char *model, int32_t transform) {
  struct screen *screen = data;
  (void)output, (void)x, (void)y, (void)width, (void)height, (void)subpixel, (void)make, (void)model, (void)transform;
  tell(screen->area);
}

static void on_mode(
    void *data, struct wl_output *output, uint32_t flags, int32_t width, int32_t height, int32_t refresh) {
  struct screen *screen = data;
  (void)output, (void)flags, (void)width, (void)height, (void)refresh;
  tell(screen->area);
}

static const struct wl_output_listener output_listener = {.geometry = on_geometry, .mode = on_mode};

static void on_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
  struct usable_area *area = data;
  (void)version;
  if (!area->compositor && strcmp(interface, wl_compositor_interface.name) == 0) {
    area->compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 1);
  } else if (!area->shell && strcmp(interface, shell_interface.name) == 0) {
    area->shell = wl_registry_bind(registry, name, &shell_interface, 1);
  } else if (strcmp(interface, wl_output_interface.name) == 0) {
    struct screen *screen = calloc(1, sizeof *screen);
    if (!screen) return;
    screen->area = area;
    screen->name = name;
    screen->output = wl_registry_bind(registry, name, &wl_output_interface, 1);
    if (screen->output) wl_output_add_listener(screen->output, &output_listener, screen);
    screen->next = area->screens;
    area->screens = screen;
  }
  for (struct screen *screen = area->screens; screen; screen = screen->next) watch(area, screen);
}

static void free_screen(struct screen *screen) {
  unwatch(screen);
  if (screen->output) wl_output_destroy(screen->output);
  free(screen);
}

static void on_global_remove(void *data, struct wl_registry *registry, uint32_t name) {
  struct usable_area *area = data;
  (void)registry;
  for (struct screen **link = &area->screens; *link; link = &(*link)->next) {
    struct screen *screen = *link;
    if (screen->name != name) continue;
    *link = screen->next;
    free_screen(screen);
    return tell(area);
  }
}

static const struct wl_registry_listener registry_listener = {on_global, on_global_remove};

static void on_announced(void *data, struct wl_callback *callback, uint32_t serial) {
  struct usable_area *area = data;
  (void)callback, (void)serial;
  area->has_announced = true;
}

static const struct wl_callback_listener announced_listener = {on_announced};

struct usable_area *usable_area_new(void (*changed)(void *), void *context) {
  struct usable_area *area = calloc(1, sizeof *area);
  if (!area) return NULL;
  area->changed = changed;
  area->context = context;
  area->display = wl_display_connect(NULL);
  if (!area->display) {
    int code = errno;
    free(area);
    errno = code;
    return NULL;
  }
  area->registry = wl_display_get_registry(area->display);
  area->announced = wl_display_sync(area->display);
  if (area->registry) wl_registry_add_listener(area->registry, &registry_listener, area);
  if (area->announced) wl_callback_add_listener(area->announced, &announced_listener, area);
  wl_display_flush(area->display);
  return area;
}

int usable_area_descriptor(const struct usable_area *area) { return wl_display_get_fd(area->display); }

int usable_area_dispatch(struct usable_area *area) {
  while (wl_display_prepare_read(area->display) != 0) {
    if (wl_display_dispatch_pending(area->display) < 0) return -errno;
  }
  // It does not wait: what has not arrived is read the next time.
  if (wl_display_read_events(area->display) < 0) return -errno;
  if (wl_display_dispatch_pending(area->display) < 0) return -errno;
  // What does not go out now goes with the next event.
  if (wl_display_flush(area->display) < 0 && errno != EAGAIN) return -errno;
  return 0;
}

int usable_area_supported(const struct usable_area *area) {
  return area->compositor && area->shell ? 1 : area->has_announced ? 0 : -1;
}

void usable_area_free(struct usable_area *area) {
  if (!area) return;
  while (area->screens) {
    struct screen *screen = area->screens;
    area->screens = screen->next;
    free_screen(screen);
  }
  if (area->announced) wl_callback_destroy(area->announced);
  if (area->shell) wl_proxy_destroy(area->shell);
  if (area->compositor) wl_compositor_destroy(area->compositor);
  if (area->registry) wl_registry_destroy(area->registry);
  wl_display_disconnect(area->display);
  free(area);
}
