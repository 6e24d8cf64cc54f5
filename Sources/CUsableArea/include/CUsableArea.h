// Hears of every change of the area that a Wayland compositor leaves for windows, without a window of its own.
#ifndef CUSABLEAREA_H
#define CUSABLEAREA_H

/// A connection to the compositor, with a surface on each screen that is never shown: the layer shell tells each layer
/// surface that fills its screen how large that is without bars and docked keyboards, whenever that changes.
struct usable_area;

/// Connects to the compositor of $WAYLAND_DISPLAY. `changed` is called by `usable_area_dispatch` when a screen or its
/// area may have changed. Returns NULL, with errno set, when there is no compositor.
struct usable_area *usable_area_new(void (*changed)(void *context), void *context);

/// Readable when there is something to dispatch; owned by the watch.
int usable_area_descriptor(const struct usable_area *area);

/// Handles what has arrived, without waiting. Returns 0, or -errno: the connection is over.
int usable_area_dispatch(struct usable_area *area);

/// Whether the compositor has a layer shell: 1, 0, or -1 while that is not known.
int usable_area_supported(const struct usable_area *area);

void usable_area_free(struct usable_area *area);

#endif
