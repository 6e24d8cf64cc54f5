"""The VM test rig: real Debian guests with keyboards that can be plugged and unplugged.

    from rig import cached_image, fresh, Spy

    with fresh(cached_image("trixie")) as guest:
        spy = Spy(guest)
        guest.keyboards.plug("a")
        node = spy.wait_opened()
        guest.keyboards.key("a", "leftshift", "q")
        assert spy.wait_key("KEY_Q", 1) == node
"""

from .errors import RigError
from .image_cache import Image, cached_image
from .machine import Machine
from .qemu_arguments import Settings
from .snapshot import fresh, prepare
from .spy import Spy

__all__ = ["Image", "Machine", "RigError", "Settings", "Spy", "cached_image", "fresh", "prepare"]
