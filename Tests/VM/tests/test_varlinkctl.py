"""systemd's varlinkctl as a client: it parses our interface texts and checks what we send."""

from keyguide import SOCKET
from rig import Machine

SUITES = ("trixie",)                                    # bookworm's systemd has no varlinkctl

INTERFACES = ("io.keyguide.Control", "io.keyguide.Layout", "io.keyguide.Monitor", "io.keyguide.Provider",
              "io.keyguide.Service", "org.varlink.service")


def test_varlinkctl_understands_every_interface(guest: Machine) -> None:
    information = guest.run(f"varlinkctl info {SOCKET}").output
    assert "Product: keyguided" in information, information
    assert guest.run(f"varlinkctl list-interfaces {SOCKET}").output.split() == sorted(INTERFACES)
    for interface in INTERFACES:
        text = guest.run(f"varlinkctl introspect {SOCKET} {interface}").output
        assert f"interface {interface}" in text, text
        guest.run("varlinkctl validate-idl", stdin=text)


def test_varlinkctl_streams_attach_and_detach(guest: Machine) -> None:
    stream = guest.start(f"exec varlinkctl call --more {SOCKET} io.keyguide.Monitor.Subscribe '{{}}'")
    stream.wait_line(r'"present":false')
    guest.keyboards.plug("a")
    stream.wait_line(r'"present":true')
    guest.keyboards.unplug("a")
    stream.wait_line(r'"present":false')


def test_varlinkctl_is_told_what_is_wrong(guest: Machine) -> None:
    wrong = guest.run(f"varlinkctl call {SOCKET} io.keyguide.Layout.Open '{{}}'", check=False)
    assert wrong.exit_code != 0 and "org.varlink.service.ExpectedMore" in wrong.error_output, wrong.error_output
