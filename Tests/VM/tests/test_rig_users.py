"""The rig's users: alice in a session on seat0, mallory in none."""

from rig import Machine, Spy

SUITES = ("trixie",)                                    # the product's own tests do the same on both


def test_rig_alice_logs_in_and_out_at_seat0(bare_guest: Machine) -> None:
    spy = Spy(bare_guest)
    bare_guest.keyboards.plug("a")
    node = spy.wait_opened()
    session = bare_guest.users.log_in("alice")
    facts = bare_guest.run(f"loginctl show-session {session.number} -p Name -p Seat -p TTY -p Active -p State").output
    assert set(facts.split()) == {"Name=alice", "Seat=seat0", "TTY=tty1", "Active=yes", "State=active"}, facts
    inside = session.start("id -un; cat /proc/self/cgroup")
    assert inside.wait() == 0 and inside.output.startswith("alice\n"), inside.error_output
    assert inside.output.endswith(f"/session-{session.number}.scope\n"), inside.output
    # Debian's default, which a daemon's access rules are judged against.
    assert "user:alice" not in bare_guest.run(f"getfacl -p {node}").output
    session.log_out()
    assert bare_guest.run(f"loginctl show-session {session.number}", check=False).exit_code != 0


def test_rig_mallory_has_no_session_and_no_keyboard(bare_guest: Machine) -> None:
    spy = Spy(bare_guest)
    bare_guest.keyboards.plug("a")
    node = spy.wait_opened()
    mallory = bare_guest.users.start_as("mallory", f"id -un; cat /proc/self/cgroup; head -c 1 {node}")
    assert mallory.wait() != 0
    assert mallory.output == "mallory\n0::/system.slice/rig-agent.service\n", mallory.output
    assert "Permission denied" in mallory.error_output, mallory.error_output
